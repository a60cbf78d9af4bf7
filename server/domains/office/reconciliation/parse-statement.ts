// Parses the bank statements that banks export. No clock and no database.
import { sha256Hex } from '#server/platform/crypto.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PayoutLine } from './compare-payouts.ts'

export type StatementLine = PayoutLine & {
  /** Date as YYYY-MM-DD. */
  day: string
  /** Text of the line, as the bank wrote it. */
  text: string
}

const LINES_MAX = 20_000
const TEXT_MAX = 200
/** References of withdrawals (`withdrawals/ask-withdrawal.ts`), as a bank may print them. */
const REFERENCE = /CUPO-W-[0-9A-F]{20}/

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

type Columns = { day: number; texts: number[]; amount: number; debit: number; credit: number }

/**
 * Parses the payments of a statement: outgoing money, and incoming money with a reference of ours;
 * other income is not a payment to a person. Columns by heading: `fecha`; `referencia`,
 * `descripcion`, `concepto` or `detalle`; `valor` (negative: outgoing) or `debito` and `credito`.
 * Separator: comma, semicolon or tab. Errors: `bank_statement_unreadable`.
 */
export function parseStatement(file: string): StatementLine[] {
  const rows = cellsOf(file.replace(/^\uFEFF/, ''))
  const at = rows.findIndex((row) => columnsOf(row) !== undefined)
  const columns = columnsOf(rows[at] ?? [])
  if (!columns || rows.length > LINES_MAX) throw unreadable()
  const seen = new Map<string, number>()
  return rows.slice(at + 1).flatMap((row) => {
    if (row.every((cell) => cell.trim() === '')) return []
    const line = lineOf(row, columns)
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
}

function columnsOf(row: readonly string[]): Columns | undefined {
  const names = row.map(plain)
  const column = (...words: string[]) => names.findIndex((name) => words.includes(name))
  const texts = names.flatMap((name, index) =>
    ['referencia', 'descripcion', 'concepto', 'detalle'].includes(name) ? [index] : [],
  )
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

function lineOf(row: readonly string[], { day, texts, amount, debit, credit }: Columns) {
  const cell = (index: number) => row[index]?.trim() ?? ''
  const cents =
    amount >= 0
      ? centsOf(cell(amount))
      : centsOf(cell(credit) || '0') - Math.abs(centsOf(cell(debit) || '0'))
  // Removes the apostrophe that keeps spreadsheets from running a cell as a formula.
  const words = texts.map((index) => cell(index).replace(/^'/, ''))
  return { day: dayOf(cell(day)), cents, text: words.filter(Boolean).join(' · ') }
}

function dayOf(text: string): string {
  const [, year, month, date] = /^(\d{4})[-/](\d{2})[-/](\d{2})/.exec(text) ?? []
  if (year) return `${year}-${month}-${date}`
  const [, d, m, y] = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})/.exec(text) ?? []
  if (!d || !m || !y) throw unreadable()
  return `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
}

/** Parses `-1.234.567,00`, `$ -1234567` or `12,5`: three digits after a separator are thousands. */
function centsOf(text: string): number {
  const bare = text.replaceAll(/[$\s]/g, '').replace(/^'/, '')
  if (!/^[-+]?\d[\d.,]*$/.test(bare)) throw unreadable()
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(bare) ?? []
  const digits = whole.replaceAll(/[.,+]/g, '')
  const cents = Number(`${digits}${decimals.padEnd(2, '0')}`)
  if (!Number.isSafeInteger(cents)) throw unreadable()
  return cents
}

/** Parses CSV (RFC 4180), also with semicolons or tabs. */
function cellsOf(file: string): string[][] {
  const first = file.slice(0, 2_000)
  const count = (mark: string) => first.split(mark).length
  const separator = [';', '\t', ','].reduce((best, mark) =>
    count(mark) > count(best) ? mark : best,
  )
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"\\r\\n${separator}]*))(${separator}|\\r?\\n|$)`,
    'gy',
  )
  const rows: string[][] = [[]]
  for (const [, quoted, bare = '', end] of file.matchAll(cell)) {
    rows.at(-1)?.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    if (end === '') break
    if (end !== separator) rows.push([])
  }
  return rows
}

const unreadable = () => new AppError('bank_statement_unreadable')
