import { RefreshCw } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { Banner } from '#web/ui/banner.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { groupByDay } from './statement.ts'
import { TransactionRow } from './transaction-row.tsx'
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

type StatementProps = { lines: Parameters<typeof groupByDay>[0] }

function Statement({ lines }: StatementProps) {
  if (lines.length === 0) {
    return (
      <EmptyState region="valle" title="No hay transacciones">
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
