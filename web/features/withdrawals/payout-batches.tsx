import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { withdrawalKeys } from '#web/domain/withdrawals/withdrawal-links.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { dateTime, pesos } from '#web/lib/format.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { toastDone } from '#web/ui/toaster.ts'

/** Files for the bank: made of what is approved, downloaded once. */
export function PayoutBatches({ mayMake }: { mayMake: boolean }) {
  const queries = useQueryClient()
  const [key, setKey] = useState(newIdempotencyKey)
  const refresh = () => queries.invalidateQueries({ queryKey: ['withdrawal-queue'] })
  const { data } = useQuery({
    queryKey: withdrawalKeys.batches(),
    queryFn: ({ signal }) => api.withdrawals.batches({ query: {}, signal }),
  })
  const make = useMutation({
    mutationFn: () => api.withdrawals.createBatch({ body: {}, idempotencyKey: key }),
    onSuccess: () => toastDone('Archivo listo para descargar'),
    onSettled: async () => {
      setKey(newIdempotencyKey())
      await refresh()
    },
  })
  const load = useMutation({
    mutationFn: async (batchId: string) => {
      const params = { batchId }
      const file = await api.withdrawals.downloadBatch({ params, body: {} })
      saveFile(file, `cupo-retiros-${batchId.slice(-8)}.csv`)
    },
    onSettled: refresh,
  })
  const failed = make.error ?? load.error
  return (
    <CardSection title="Por archivo, cuando la pasarela no sirve">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="text-muted">
          Reúne todo lo aprobado. Desde ahí se paga a mano: una persona dice cómo terminó y otra lo
          confirma. El archivo trae los números completos y se descarga una sola vez.
        </p>
        {mayMake && (
          <Button variant="secondary" pending={make.isPending} onClick={() => make.mutate()}>
            Hacer un archivo con los aprobados
          </Button>
        )}
        {failed && <Banner tone="err">{messageOf(failed)}</Banner>}
        <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
          {data?.items.map(({ id, createdAt, createdBy, downloadedAt, count, total, open }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <p className="min-w-0">
                <span className="block font-semibold">
                  {count} por {pesos(total)}, {open} sin terminar
                </span>
                <span className="block text-sm text-muted">
                  {dateTime(createdAt)} · {createdBy}
                </span>
              </p>
              {downloadedAt === null ? (
                <Button size="sm" pending={load.isPending} onClick={() => load.mutate(id)}>
                  Descargar
                </Button>
              ) : (
                <span className="text-sm text-muted">Descargado {dateTime(downloadedAt)}</span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </CardSection>
  )
}
