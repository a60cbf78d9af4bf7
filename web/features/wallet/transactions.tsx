import {
  ArrowDownToLine,
  CarFront,
  CircleDollarSign,
  HandCoins,
  type LucideIcon,
  Receipt,
  RefreshCw,
  SlidersHorizontal,
  TicketCheck,
  Undo,
} from 'lucide-react'
import { useSearchParams } from 'react-router'
import { displayCode } from '#contract/display-code.ts'
import type { WalletTransaction } from '#contract/wallet.ts'
import { dateTime, time } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { type PillTone, StatusPill } from '#web/ui/status-pill.tsx'
import { groupByDay, shownSum, statusLook } from './statement.ts'
import { UnfinishedTopUp } from './unfinished-top-up.tsx'
import { useRefreshTransactions, useTransactions } from './use-transactions.ts'

/** Page number, kept in the address so that back and reload keep it. */
function usePage(): [number, (page: number) => void] {
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Math.floor(Number(search.get('pagina')) || 1))
  const go = (next: number) =>
    setSearch(
      (now) => {
        if (next > 1) now.set('pagina', String(next))
        else now.delete('pagina')
        return now
      },
      { preventScrollReset: true },
    )
  return [page, go]
}

export function Transactions() {
  const [page, setPage] = usePage()
  const query = useTransactions(page)
  const refresh = useRefreshTransactions()
  const { data } = query
  return (
    <CardSection
      title="Movimientos"
      aside={
        <IconButton
          label="Actualizar movimientos"
          aria-disabled={query.isFetching || undefined}
          onClick={() => void refresh()}
          className="-mr-2"
        >
          <RefreshCw
            aria-hidden="true"
            className={cx('size-5', query.isFetching && 'animate-spin')}
          />
        </IconButton>
      }
    >
      <div className="grid gap-5">
        {query.isError && (
          <Banner
            tone="err"
            action={
              <Button variant="secondary" size="sm" onClick={() => void refresh()}>
                Intentar de nuevo
              </Button>
            }
          >
            No se pudieron cargar tus transacciones. Intenta nuevamente.
          </Banner>
        )}
        {query.isPending && <SkeletonList rows={4} rowClass="h-16" />}
        {data && <Statement lines={data.transactions} />}
        {data && (
          <Pager
            page={page}
            totalPages={data.totalPages}
            onPage={setPage}
            of="movimientos"
            busy={query.isPlaceholderData}
          />
        )}
      </div>
    </CardSection>
  )
}

function Statement({ lines }: { lines: Parameters<typeof groupByDay>[0] }) {
  if (lines.length === 0) {
    return (
      <EmptyState region="llano" title="No hay transacciones">
        Aquí verás tus recargas, reservas e ingresos.
      </EmptyState>
    )
  }
  return groupByDay(lines, new Date()).map((group) => (
    <section key={group.key} aria-label={group.title}>
      <h3 className="mb-1 font-sans text-sm font-semibold tracking-normal text-muted">
        {group.title}
      </h3>
      <ul className="divide-y divide-line">
        {group.lines.map((line) => (
          <TransactionRow key={line.id} line={line} dated={group.key === 'pending'} />
        ))}
      </ul>
    </section>
  ))
}

type Kind = WalletTransaction['transaction_type']

const kinds: Record<Kind, { word: string; Icon: LucideIcon }> = {
  recarga: { word: 'Recarga', Icon: ArrowDownToLine },
  reserva: { word: 'Reserva', Icon: TicketCheck },
  pago_viaje: { word: 'Pago de viaje', Icon: CarFront },
  ingreso_viaje: { word: 'Ingreso por viaje', Icon: HandCoins },
  comision: { word: 'Comisión', Icon: Receipt },
  devolucion: { word: 'Devolución', Icon: Undo },
  retiro: { word: 'Retiro', Icon: CircleDollarSign },
  ajuste: { word: 'Ajuste', Icon: SlidersHorizontal },
}

const other = { word: 'Movimiento', Icon: CircleDollarSign }

const grounds: Record<PillTone, string> = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  err: 'bg-err-soft text-err',
  info: 'bg-rio-soft text-rio',
  neutral: 'bg-paper text-muted',
  urgent: 'bg-arcilla-soft text-arcilla',
}

type RowProps = {
  line: WalletTransaction
  /** Whether to show the day too, for a group without a common day. */
  dated: boolean
}

/** One movement: colour, icon, word and sign say the same. */
function TransactionRow({ line, dated }: RowProps) {
  const { word, Icon } = kinds[line.transaction_type] ?? other
  const { tone, word: status } = statusLook(line)
  const moved = line.status === 'completed'
  const { pesos, cameBack = false } = shownSum(line)
  const at = dated ? dateTime(line.transaction_date) : time(line.transaction_date)
  return (
    <li className="flex items-start gap-3 py-3">
      <span
        aria-hidden="true"
        className={cx('grid size-10 shrink-0 place-items-center rounded-full', grounds[tone])}
      >
        <Icon className="size-5" />
      </span>
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <p className="font-semibold">{word}</p>
          <PesoAmount
            value={pesos}
            signed={!cameBack}
            className={cx(!moved && 'text-muted!', line.status === 'failed' && 'line-through')}
          />
        </div>
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 text-sm">
          <p className="min-w-0">
            {line.description}
            <span className="tnum block text-muted">{at}</span>
          </p>
          <StatusPill tone={tone}>{status}</StatusPill>
        </div>
        {line.reference && (
          <p className="tnum text-sm text-muted">Ref. {displayCode(line.reference)}</p>
        )}
        <CheckPayment line={line} />
        <Link
          to={`/soporte?sobre=movimiento&de=${line.id}`}
          className="inline-flex min-h-11 w-fit items-center text-sm"
        >
          ¿Algo anda mal?
        </Link>
      </div>
    </li>
  )
}

/** What the person can do about a top-up that did not reach the wallet. */
function CheckPayment({ line }: { line: WalletTransaction }) {
  const { reference, status, transaction_seen: seen } = line
  if (line.transaction_type !== 'recarga' || !reference || seen === null) return null
  if (!seen) return <UnfinishedTopUp {...{ line, reference }} />
  return (
    <Link
      to={paths.paymentConfirmation(reference)}
      className="inline-flex min-h-11 w-fit items-center text-sm"
    >
      {status === 'failed' ? 'Ver por qué' : 'Ver estado del pago'}
    </Link>
  )
}
