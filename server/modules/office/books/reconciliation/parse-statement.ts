// Parses the bank statements that banks export. No clock and no database.
import { CalendarDate } from '#contract/common.ts'
import { readCents } from '#contract/peso-amount.ts'
import { typedText, unaccented } from '#contract/typed-text.ts'
import { sha256Hex } from '#server/platform/crypto.ts'
import { type CsvRow, parseCsv } from '#server/platform/csv.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PayoutLine } from './compare-payouts.ts'

type StatementLine = PayoutLine & {
  /** Date as YYYY-MM-DD. */
  day: string
  /** Text of the line, as the bank wrote it. */
  text: string
}

const LINES_MAX = 20_000
const TEXT_MAX = 200
/** References of withdrawals (`withdrawals/ask-withdrawal.ts`), as a bank may print them. */
const REFERENCE = /CUPO-W-[0-9A-F]{20}/

const plain = (text: string) => unaccented(typedText(text))

/** What a bank writes in place of a date on a line that sums up others. */
const SUM = /^(?:sub)?total|^saldo|^resumen/

type Columns = { day: number; texts: number[]; amount: number; debit: number; credit: number }

/** `skipped`: lines that sum up others. */
type Statement = { lines: StatementLine[]; skipped: number }

/**
 * Parses the payments of a statement: outgoing money, and incoming money with a reference of ours;
 * other income is not a payment to a person. Columns by heading: `fecha`; `referencia`,
 * `descripcion`, `concepto` or `detalle`; `valor` (negative: outgoing) or `debito` and `credito`,
 * alone or as a first word. Separator: comma, semicolon or tab. Errors:
 * `bank_statement_unreadable`, which names line and cell.
 */
export function parseStatement(file: string): Statement {
  const rows = rowsOf(file)
  const at = rows.findIndex(({ cells }) => columnsOf(cells) !== undefined)
  const columns = columnsOf(rows[at]?.cells ?? [])
  if (!columns || rows.length > LINES_MAX) throw new AppError('bank_statement_unreadable')
  const seen = new Map<string, number>()
  let skipped = 0
  const lines = rows.slice(at + 1).flatMap(({ cells: row, line: no }) => {
    if (isSum(row, columns)) {
      skipped += 1
      return []
    }
    const line = lineOf(row, columns, no)
    // Two equal lines in one file are two payments.
    const print = `${line.day}|${line.cents}|${line.text}`
    const count = (seen.get(print) ?? 0) + 1
    seen.set(print, count)
    const reference = REFERENCE.exec(line.text.toUpperCase())?.[0] ?? null
    if (line.cents === 0 || (line.cents > 0 && reference === null)) return []
    return [
      {
        key: `bank:${sha256Hex(`${print}|${count}`).slice(0, 40)}`,
        reference,
        amountInCents: Math.abs(line.cents),
        status: line.cents < 0 ? ('approved' as const) : ('returned' as const),
        day: line.day,
        text: line.text.slice(0, TEXT_MAX),
      },
    ]
  })
  return { lines, skipped }
}

function rowsOf(file: string): CsvRow[] {
  try {
    return parseCsv(file)
  } catch (cause) {
    throw new AppError('bank_statement_unreadable', { cause })
  }
}

const TEXTS = ['referencia', 'descripcion', 'concepto', 'detalle']

function columnsOf(row: readonly string[]): Columns | undefined {
  const names = row.map(plain)
  const firstWords = names.map((name) => name.split(/[ (]/)[0] ?? '')
  const column = (...words: string[]) => {
    const exact = names.findIndex((name) => words.includes(name))
    return exact >= 0 ? exact : firstWords.findIndex((word) => words.includes(word))
  }
  const texts = firstWords.flatMap((word, index) => (TEXTS.includes(word) ? [index] : []))
  const found = {
    day: column('fecha'),
    texts,
    amount: column('valor', 'monto'),
    debit: column('debito', 'debitos'),
    credit: column('credito', 'creditos'),
  }
  const hasAmount = found.amount >= 0 || (found.debit >= 0 && found.credit >= 0)
  return found.day >= 0 && texts.length > 0 && hasAmount ? found : undefined
}

/** Whether a line sums up others: in place of a date, one of its cells says so. */
function isSum(row: readonly string[], { day, texts }: Columns): boolean {
  const cells = [day, ...texts].map((index) => plain(row[index] ?? ''))
  return dayOf(cells[0] ?? '') === null && cells.some((cell) => SUM.test(cell))
}

function lineOf(row: readonly string[], columns: Columns, line: number) {
  const { day, texts, amount, debit, credit } = columns
  // Removes the apostrophe that keeps spreadsheets from running a cell as a formula.
  const cell = (index: number) => (row[index]?.trim() ?? '').replace(/^'/, '')
  const read = <T>(what: string, text: string, value: T | null): T => {
    if (value !== null) return value
    const message = `No entendemos ese archivo: línea ${line}, ${what} «${text.slice(0, 40)}».`
    throw new AppError('bank_statement_unreadable', { message })
  }
  const sum = (what: string, index: number, empty = '') =>
    read(what, cell(index), readCents(cell(index) || empty))
  const cents =
    amount >= 0
      ? sum('valor', amount)
      : sum('crédito', credit, '0') - Math.abs(sum('débito', debit, '0'))
  const words = texts.map(cell).filter(Boolean).join(' · ')
  return { day: read('fecha', cell(day), dayOf(cell(day))), cents, text: words }
}

/** Reads `2026-11-20`, `20/11/2026` or `20/11/26` as YYYY-MM-DD; null for another text. */
function dayOf(text: string): string | null {
  const found =
    /^(?<y>\d{4})[-/](?<m>\d{2})[-/](?<d>\d{2})/.exec(text) ??
    /^(?<d>\d{1,2})[-/](?<m>\d{1,2})[-/](?<y>\d{4}|\d{2})(?!\d)/.exec(text)
  const { d = '', m = '', y = '' } = found?.groups ?? {}
  const day = `${y.padStart(4, '20')}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  return CalendarDate.safeParse(day).success ? day : null
}
