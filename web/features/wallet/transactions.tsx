import {
  ArrowDownToLine,
  ArrowUpFromLine,
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
import { serverDate } from '#web/lib/clock.ts'
import { dateTime, pesos, plural } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { Row } from '#web/ui/rows.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { type PillTone, StatusPill } from '#web/ui/status-pill.tsx'
import { groupByDay, lineWords, shownSum, statusLook, unfinishedOf } from './statement.ts'
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
  const { data, isError, isFetching } = query
  const { status } = useAuth()
  return (
    <section
      aria-label="Movimientos"
      className="overflow-hidden rounded-card border border-line bg-surface pb-1 shadow-card"
    >
      <div className="flex items-center justify-between px-4 pt-1">
        <h2 className="text-lg">Movimientos</h2>
        <IconButton
          label="Actualizar movimientos"
          aria-disabled={isFetching || undefined}
          onClick={() => void refresh()}
          className="-mr-2"
        >
          <RefreshCw className={cx('size-5', isFetching && 'animate-spin')} />
        </IconButton>
      </div>
      {isError && (
        <Banner
          tone="err"
          className="m-4"
          action={
            <Button variant="secondary" size="sm" onClick={() => void refresh()}>
              Intentar de nuevo
            </Button>
          }
        >
          No se pudieron cargar tus transacciones. Intenta nuevamente.
        </Banner>
      )}
      {!data && !isError && (
        <div className="px-4 pb-3">
          {status === 'unreachable' && <p className="text-muted">Los ves apenas vuelva la red.</p>}
          {status !== 'unreachable' && <SkeletonList rows={7} rowClass="h-10" />}
        </div>
      )}
      {data && <Statement lines={data.transactions} />}
      {data && data.totalPages > 1 && (
        <div className="p-4">
          <Pager
            page={page}
            totalPages={data.totalPages}
            onPage={setPage}
            of="movimientos"
            busy={query.isPlaceholderData}
          />
        </div>
      )}
    </section>
  )
}

function Statement({ lines }: { lines: readonly WalletTransaction[] }) {
  if (lines.length === 0) {
    return (
      <EmptyState region="llano" title="No hay transacciones">
        Aquí verás tus recargas, reservas e ingresos.
      </EmptyState>
    )
  }
  const unfinished = unfinishedOf(lines)
  const groups = groupByDay(lines, serverDate()).map((group) => ({
    ...group,
    lines: group.lines.filter((line) => !unfinished.includes(line)),
  }))
  return (
    <>
      {groups.map((group) => (
        <section key={group.key} aria-label={group.title}>
          <h3
            className="px-4 pt-2 font-sans text-sm font-semibold tracking-normal text-muted
              first-letter:uppercase"
          >
            {group.title}
          </h3>
          <ul className="divide-y divide-line">
            {group.key === 'pending' && unfinished.length > 0 && (
              <UnfinishedRow lines={unfinished} />
            )}
            {group.lines.map((line) => (
              <TransactionRow key={line.id} line={line} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** Several top-ups that the person left at the gateway: one line, with each one's way out. */
function UnfinishedRow({ lines }: { lines: readonly WalletTransaction[] }) {
  return (
    <Row
      Icon={ArrowDownToLine}
      ground={grounds.warn}
      text={plural(lines.length, 'recarga sin terminar', 'recargas sin terminar')}
      detail="No vemos un pago todavía"
    >
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line.id} className="py-2">
            <p>
              <span className="font-semibold">{pesos(line.amount)}</span> ·{' '}
              {dateTime(line.transaction_date)}
            </p>
            <UnfinishedTopUp line={line} reference={line.reference ?? ''} />
          </li>
        ))}
      </ul>
    </Row>
  )
}

const icons: Record<WalletTransaction['transaction_type'], LucideIcon> = {
  recarga: ArrowDownToLine,
  reserva: TicketCheck,
  pago_viaje: CarFront,
  ingreso_viaje: HandCoins,
  comision: Receipt,
  devolucion: Undo,
  retiro: ArrowUpFromLine,
  ajuste: SlidersHorizontal,
}

const grounds: Record<PillTone, string> = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  err: 'bg-err-soft text-err',
  info: 'bg-rio-soft text-rio',
  neutral: 'bg-paper text-muted ring-1 ring-line ring-inset',
  urgent: 'bg-arcilla-soft text-arcilla',
}

/** One movement: colour, icon, word and sign say the same. The rest opens on press. */
function TransactionRow({ line }: { line: WalletTransaction }) {
  const { transaction_type: type, status } = line
  const { tone, word } = statusLook(line)
  const { title, note } = lineWords(line, serverDate())
  const sum = shownSum(line)
  const came = tone === 'ok' || (line.returned ?? 0) > 0
  const colour = !came ? 'text-muted!' : (sum ?? 0) < 0 ? 'text-ink' : ''
  const amount = cx(tone === 'warn' ? 'text-warn!' : colour, status === 'failed' && 'line-through')
  return (
    <Row
      Icon={icons[type] ?? CircleDollarSign}
      ground={grounds[tone]}
      text={title}
      detail={note}
      value={
        sum !== null && (
          <PesoAmount value={sum} signed={came || tone === 'warn'} className={amount} />
        )
      }
    >
      <Facts
        className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3"
        facts={[
          ['Cuándo', dateTime(line.transaction_date)],
          [
            'Estado',
            <StatusPill key="state" tone={tone}>
              {word}
            </StatusPill>,
          ],
          ['Qué fue', line.description],
          ['Referencia', line.reference && displayCode(line.reference)],
        ]}
      />
      <CheckPayment line={line} />
      <p className="mt-2 flex flex-wrap justify-between gap-x-4">
        {line.trip && (
          <RowLink
            to={
              line.trip.as === 'driver'
                ? paths.ownTrip(line.trip.tripId)
                : paths.booking(line.trip.bookingId)
            }
          >
            {line.trip.as === 'driver' ? 'Ver el viaje' : 'Ver la reserva'}
          </RowLink>
        )}
        <RowLink to={`/soporte?sobre=movimiento&de=${line.id}`}>¿Algo anda mal?</RowLink>
      </p>
    </Row>
  )
}

function RowLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center text-sm">
      {children}
    </Link>
  )
}

/** What the person can do about a top-up that did not reach the wallet. */
function CheckPayment({ line }: { line: WalletTransaction }) {
  const { reference, status, transaction_seen: seen } = line
  if (line.transaction_type !== 'recarga' || !reference || seen === null) return null
  if (!seen) return <UnfinishedTopUp {...{ line, reference }} />
  return (
    <RowLink to={paths.paymentConfirmation(reference)}>
      {status === 'failed' ? 'Ver por qué' : 'Ver estado del pago'}
    </RowLink>
  )
}
