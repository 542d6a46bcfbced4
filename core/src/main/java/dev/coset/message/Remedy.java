package dev.coset.message;

/** Something that a user can do: change a setting of a fit, or run a command. */
public sealed interface Remedy permits Setting, Command {}
