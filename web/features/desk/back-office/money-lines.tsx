import type { LedgerAccountName, LedgerLine } from '#contract/back-office-ledger.ts'
import { wordOf } from '#contract/desk-words.ts'
import { number, pesos } from '#web/lib/format.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { moment } from '#web/shared/desk/back-office/desk-words.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { Line, Rows, useMay } from './desk-parts.tsx'

/** Name of a ledger account: its kind with its owner, or with its code. */
export function accountName({ kind, code, owner }: LedgerAccountName): string {
  return owner ? `${wordOf(kind)} de ${owner.name}` : `${wordOf(kind)} (${code})`
}

/** The same in words alone: Cupo has one account of each kind. */
const accountWords = ({ kind, owner }: LedgerAccountName) =>
  owner ? `${wordOf(kind)} de ${owner.name}` : wordOf(kind)

/** An amount in words: pesos as money, points as a number. */
export function sumText(amount: number, currency: string): string {
  return currency === 'COP' ? pesos(amount) : `${number(amount)} puntos`
}

/** Ledger movements, with the outcome of holds; links to the ledger if the person may view it. */
export function MoneyLines({ lines }: { lines: readonly LedgerLine[] }) {
  const mayExplore = useMay('ledger.view')
  if (lines.length === 0) return <p className="text-muted">Sin movimientos.</p>
  return (
    <Rows items={lines} to={({ id }) => (mayExplore ? deskLinks.transfer(id) : null)}>
      {(line) => <MoneyLine line={line} />}
    </Rows>
  )
}

export function MoneyLine({ line }: { line: LedgerLine }) {
  const { from, to, amount, ending } = line
  const end =
    ending &&
    ` · ${wordOf(ending.kind).toLowerCase()} ${sumText(ending.amount, from.currency)}, ` +
      moment(ending.at)
  return (
    <Line
      head={`${sumText(amount, from.currency)} · ${wordOf(line.code)}`}
      aside={<Ending line={line} />}
      foot={moment(line.at) + (end ?? '')}
    >
      <span>
        {accountWords(from)} → {accountWords(to)}
      </span>
    </Line>
  )
}

/** Pill for the state of a movement: transferred, held, or the outcome of the hold. */
export function Ending({ line: { kind, ending } }: { line: LedgerLine }) {
  if (kind === 'transfer') return <StatusPill tone="ok">Movido</StatusPill>
  if (!ending) return <StatusPill tone="warn">Apartado</StatusPill>
  const tone = ending.kind === 'post' ? 'ok' : 'neutral'
  return <StatusPill tone={tone}>{wordOf(ending.kind)}</StatusPill>
}
