import { blindIndex, open, seal } from '#server/platform/crypto.ts'
import { parseCsv } from '#server/platform/csv.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import type { NewCode } from './rewards.queries.ts'

const CODES_MAX = 2_000
const CODE = /^[\p{L}\p{N}](?:[\p{L}\p{N}_.-]{1,58})[\p{L}\p{N}]$/u
/** Column headings of codes in spreadsheets. */
const HEADERS = ['codigo', 'código', 'codigos', 'códigos', 'code', 'codes', 'cupon', 'cupón']

/** Parses codes, one per line or the first column of a CSV. Errors: `reward_codes_invalid`. */
export function readCodes(pasted: string): string[] {
  const cells = firstColumn(pasted)
  const codes = HEADERS.includes(cells[0]?.toLowerCase() ?? '') ? cells.slice(1) : cells
  const wrong = codes.length === 0 || codes.length > CODES_MAX
  if (wrong || !codes.every((code) => CODE.test(code))) throw new AppError('reward_codes_invalid')
  return [...new Set(codes)]
}

function firstColumn(pasted: string): string[] {
  try {
    return parseCsv(pasted).map(({ cells }) => cells[0] ?? '')
  } catch {
    throw new AppError('reward_codes_invalid')
  }
}

/** Encryption context: a code can be decrypted only with the id of its own row. */
const contextOf = (codeId: string) => `reward_codes:${codeId}`

/** Encrypts a code for storage, with a keyed digest that finds repeats within one reward. */
export function sealCode(
  secrets: Pick<Secrets, 'dataKey' | 'indexKey'>,
  itemId: string,
  code: string,
): NewCode {
  const id = newId()
  return {
    id,
    sealed: seal(secrets.dataKey, contextOf(id), Buffer.from(code, 'utf8')),
    index: blindIndex(secrets.indexKey, `reward|${itemId}|${code}`),
  }
}

export function openCode(
  secrets: Pick<Secrets, 'dataKey'>,
  { codeId, sealed }: { codeId: string; sealed: Buffer },
): string {
  return open(secrets.dataKey, contextOf(codeId), sealed).toString('utf8')
}
