// Makes Brotli and gzip copies of the built files, so that no request waits for compression. Files
// into which the server inserts the company's data are compressed by the server.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { filledFiles } from '#server/platform/http/built-files.ts'

const TEXT = '**/*.{js,css,svg,json,webmanifest,txt,xml,wasm}'
/** Size in bytes below which a compressed copy saves less than its own headers. */
const WORTH_BYTES = 1_000

/** Writes `<file>.br` and `<file>.gz` next to every text file of a folder. */
export function compressFolder(folder: string): void {
  for (const name of globSync(TEXT, { cwd: folder, exclude: filledFiles })) {
    const file = join(folder, name)
    const bytes = readFileSync(file)
    if (bytes.length < WORTH_BYTES) continue
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    }
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
