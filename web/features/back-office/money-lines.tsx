import type { LedgerAccountName, LedgerLine } from '#contract/back-office-ledger.ts'
import { number, pesos } from '#web/lib/format.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { deskLinks } from './desk-links.ts'
import { RowFoot, RowHead, Rows, useMay } from './desk-parts.tsx'
import { moment, wordOf } from './desk-words.ts'

/** Of whom or of what an account is. */
export function accountName({ kind, code, owner }: LedgerAccountName): string {
  return owner ? `${wordOf(kind)} de ${owner.name}` : `${wordOf(kind)} (${code})`
}

/** Points are counted, pesos are written as money. */
export function sumText(amount: number, currency: string): string {
  return currency === 'COP' ? pesos(amount) : `${number(amount)} puntos`
}

/** Movements with what became of holds; each leads into the ledger, for who may. */
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
  return (
    <>
      <RowHead aside={<Ending line={line} />}>
        {sumText(amount, from.currency)} · {wordOf(line.code)}
      </RowHead>
      <span>
        {accountName(from)} → {accountName(to)}
      </span>
      <RowFoot>
        {moment(line.at)}
        {ending &&
          ` · ${wordOf(ending.kind).toLowerCase()} ${sumText(ending.amount, from.currency)}, ` +
            moment(ending.at)}
      </RowFoot>
    </>
  )
}

/** Whether money moved, is held, or was let go. */
export function Ending({ line: { kind, ending } }: { line: LedgerLine }) {
  if (kind === 'transfer') return <StatusPill tone="ok">Movido</StatusPill>
  if (!ending) return <StatusPill tone="warn">Retenido</StatusPill>
  const tone = ending.kind === 'post' ? 'ok' : 'neutral'
  return <StatusPill tone={tone}>{wordOf(ending.kind)}</StatusPill>
}
