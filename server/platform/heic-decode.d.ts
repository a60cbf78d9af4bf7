/** Types of the parts of the package that `picture.ts` uses; the package has none. */
declare module 'heic-decode' {
  type Size = { width: number; height: number }
  type Image = Size & { decode(): Promise<Size & { data: Uint8ClampedArray }> }
  const heic: {
    /** Reads the headers of the pictures in a file; `dispose` frees them. */
    all(input: { buffer: Uint8Array }): Promise<Image[] & { dispose(): void }>
  }
  export default heic
}
