package dev.coset.cuda;

/**
 * A kernel as a driver loads it.
 *
 * @param layout that it follows
 * @param bytes machine code or PTX
 */
record KernelImage(Layout layout, byte[] bytes) {}
