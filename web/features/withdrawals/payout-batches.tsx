import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PayoutBatch } from '#contract/payout-batches.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, pesos } from '#web/lib/format.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useRead } from '#web/lib/use-read.ts'
import { withdrawalKeys } from '#web/shared/withdrawals/withdrawal-links.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { useAct } from '#web/ui/use-act.ts'

/** Payment files for the bank, made of approved withdrawals and downloaded once. */
export function PayoutBatches({ mayMake }: { mayMake: boolean }) {
  const queries = useQueryClient()
  const [key, setKey] = useState(newIdempotencyKey)
  const refresh = () => queries.invalidateQueries({ queryKey: withdrawalKeys.allQueues() })
  const { data } = useRead(withdrawalKeys.batches(), (signal) =>
    api.withdrawals.batches({ query: {}, signal }),
  )
  const make = useAct(() => api.withdrawals.createBatch({ body: {}, idempotencyKey: key }), {
    done: 'Archivo listo para descargar',
    refresh: () => {
      setKey(newIdempotencyKey())
      return refresh()
    },
  })
  const load = useAct(
    async (batchId: string) => {
      const params = { batchId }
      const file = await api.withdrawals.downloadBatch({ params, body: {} })
      saveFile(file, `cupo-retiros-${batchId.slice(-8)}.csv`)
    },
    { refresh },
  )
  const takeBack = useAct(
    ({ batchId, ...body }: { batchId: string; agree: boolean; isLast: boolean }) =>
      api.withdrawals.takeBackBatch({ params: { batchId }, body }),
    { done: 'Quedó anotado', refresh },
  )
  const failed = make.error ?? load.error ?? takeBack.error
  return (
    <CardSection title="Por archivo, cuando la pasarela no sirve" className="grid gap-4">
      <p className="text-muted">
        Reúne todo lo aprobado. Desde ahí se paga a mano: una persona dice cómo terminó y otra lo
        confirma. El archivo trae los números completos y se descarga una sola vez.
      </p>
      {mayMake && (
        <Button variant="secondary" run={make}>
          Hacer un archivo con los aprobados
        </Button>
      )}
      <ErrorBanner error={failed} />
      <ul className="grid divide-y divide-line">
        {data?.items.map((batch) => (
          <BatchRow
            key={batch.id}
            batch={batch}
            pending={load.isPending || takeBack.isPending}
            onLoad={() => load.mutate(batch.id)}
            onTakeBack={(body) => takeBack.mutate({ batchId: batch.id, ...body })}
          />
        ))}
      </ul>
    </CardSection>
  )
}

type BatchRowProps = {
  batch: PayoutBatch
  pending: boolean
  onLoad: () => void
  onTakeBack: (said: { agree: boolean; isLast: boolean }) => void
}

/** One payment file: content, download, and cancellation by two people if it was not uploaded. */
function BatchRow({ batch, pending, onLoad, onTakeBack }: BatchRowProps) {
  const { createdAt, createdBy, downloadedAt, count, total, open, takenBack, takenBackBy } = batch
  return (
    <li className="grid gap-3 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0">
          <span className="block font-semibold">
            {takenBack
              ? 'Devuelto: no se subió al banco'
              : `${count} por ${pesos(total)}, ${open} sin terminar`}
          </span>
          <span className="block text-sm text-muted">
            {dateTime(createdAt)} · {createdBy}
          </span>
        </p>
        {downloadedAt !== null ? (
          <span className="text-sm text-muted">Descargado {dateTime(downloadedAt)}</span>
        ) : (
          !takenBack && (
            <Button size="sm" pending={pending} onClick={onLoad}>
              Descargar
            </Button>
          )
        )}
      </div>
      {takenBackBy !== null && !takenBack && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 text-sm">
            {takenBackBy} dice que no se subió al banco. Otra persona lo confirma.
          </p>
          <Button
            size="sm"
            pending={pending}
            onClick={() => onTakeBack({ agree: true, isLast: true })}
          >
            Confirmar que no se subió
          </Button>
          <Button
            size="sm"
            variant="secondary"
            pending={pending}
            onClick={() => onTakeBack({ agree: false, isLast: false })}
          >
            Sí se subió
          </Button>
        </div>
      )}
      {takenBackBy === null && open > 0 && open === count && (
        <Button
          size="sm"
          variant="secondary"
          className="justify-self-start"
          pending={pending}
          onClick={() => onTakeBack({ agree: true, isLast: false })}
        >
          No lo subimos: devolverlo
        </Button>
      )}
    </li>
  )
}
