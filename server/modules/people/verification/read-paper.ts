import { bogotaDate } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { readPage } from '#server/platform/image.ts'
import { readPaperText } from './paper-text.ts'

/**
 * Reads which document a PDF is, and its dates, from the text of its first page. Nothing is stored:
 * the person confirms what was read and uploads the file. A scanned page has no text. Errors: those
 * of `redrawImage`.
 */
export async function readPaper(deps: Pick<Deps, 'clock'>, { userId }: ActorId, bytes: Buffer) {
  return readPaperText(await readPage(bytes, { by: userId }), bogotaDate(deps.clock.now()))
}
