/**
 * What kills, full disks and damage do to a run: after each of them every command gives the right
 * answer, or one clear sentence; never a silent difference, a stack trace or a hang. Read: {@link
 * Fault}, {@link FaultyProvider}, {@link Damage}, then the tests.
 */
package dev.coset.cli.faults;
