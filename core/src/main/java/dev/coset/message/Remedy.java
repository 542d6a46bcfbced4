package dev.coset.message;

/** An action that a message advises: to change a setting of a fit, or to run a command. */
public sealed interface Remedy permits Setting, Command {}
