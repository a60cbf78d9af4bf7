import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Withdrawal } from '#contract/withdrawals.ts'
import { useAuth } from '#web/domain/auth/session.tsx'
import { withdrawalKeys } from '#web/domain/withdrawals/withdrawal-links.ts'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { statusWords } from './withdrawal-words.ts'

const REFRESH_MS = 20_000

/** The person's withdrawals with their states; polls while one is open. */
export function WithdrawalHistory() {
  const [page, setPage] = useState(1)
  const answer = useQuery({
    queryKey: withdrawalKeys.list(page),
    queryFn: ({ signal }) => api.withdrawals.list({ query: { page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ closedAt }) => closedAt === null) ? REFRESH_MS : false,
  })
  const { data } = answer
  return (
    <CardSection title="Tus retiros">
      {answer.isPending && <SkeletonList rows={2} rowClass="h-24" />}
      {answer.isError && !data && (
        <LoadFailed
          what="tus retiros"
          error={answer.error}
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      )}
      {data?.items.length === 0 && <p className="text-muted">Aquí ves tus retiros y en qué van.</p>}
      {data && data.items.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
          {data.items.map((item) => (
            <Row key={item.id} item={item} />
          ))}
        </ul>
      )}
      <Pager page={page} totalPages={data?.totalPages ?? 1} onPage={setPage} of="retiros" />
    </CardSection>
  )
}

function Row({ item }: { item: Withdrawal }) {
  const { word, tone } = statusWords[item.status]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <PesoAmount value={item.amount} />
        <StatusPill tone={tone}>{word}</StatusPill>
      </div>
      <p className="text-sm text-muted wrap-anywhere">
        {item.account.title} {item.account.masked} · {dateTime(item.createdAt)} · {item.reference}
      </p>
      {item.reason && <p className="wrap-anywhere">{item.reason} El dinero volvió a tu saldo.</p>}
      <Actions item={item} />
    </li>
  )
}

function Actions({ item }: { item: Withdrawal }) {
  const queries = useQueryClient()
  const { refreshBalance } = useAuth()
  const params = { withdrawalId: item.id }
  const cancel = useMutation({
    mutationFn: () => api.withdrawals.cancel({ params, body: {} }),
    onSuccess: () => toastDone('Cancelaste el retiro. El dinero está en tu saldo.'),
    onSettled: () =>
      Promise.all([queries.invalidateQueries({ queryKey: ['withdrawals'] }), refreshBalance()]),
  })
  const load = useMutation({
    mutationFn: async () =>
      saveFile(await api.withdrawals.receipt({ params }), `${item.reference}.pdf`),
  })
  const failed = cancel.error ?? load.error
  return (
    <>
      {item.can.cancel && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          aria-label={`Cancelar el retiro ${item.reference}`}
          pending={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          Cancelar el retiro
        </Button>
      )}
      {item.status === 'paid' && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          aria-label={`Descargar comprobante ${item.reference}`}
          pending={load.isPending}
          onClick={() => load.mutate()}
        >
          Descargar comprobante
        </Button>
      )}
      <ErrorBanner error={failed} />
    </>
  )
}
