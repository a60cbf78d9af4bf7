import type { z } from 'zod'
import type { TripWarning } from '#contract/trips.ts'
import type { Requirement } from '#contract/verification.ts'
import { api } from '#web/lib/api.ts'
import { calendarDate, dateLong, dayAndTime, dayInSentence } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useHere } from '#web/lib/use-return-to.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { type Draft, departsAt, emptyDraft, quoteBody, returnDraft } from './publish-draft.ts'

const names: Partial<Record<string, string>> = {
  licence: 'Tu licencia de conducción',
  soat: 'El SOAT de este carro',
  insurance: 'El seguro de este carro',
  rtm: 'La revisión técnico-mecánica de este carro',
}

type Paper = Pick<z.infer<typeof Requirement>, 'kind' | 'vehicleId' | 'state' | 'expiresOn'>

/** Approved documents of driver and car that expire before the last trip of the draft. */
export function papersEndingBefore(
  papers: readonly Paper[],
  vehicleId: string | null,
  lastDay: string,
): { name: string; expiresOn: string }[] {
  return papers.flatMap(({ kind, vehicleId: of, state, expiresOn }) => {
    const own = of === null || of === vehicleId
    const name = names[kind]
    if (!own || !name || state !== 'approved' || !expiresOn || expiresOn >= lastDay) return []
    return [{ name, expiresOn }]
  })
}

type ExpiringPapersProps = { draft: Draft; papers: readonly Paper[]; vehicleId: string | null }

/** Notice about documents that expire before the trip, with their dates. */
export function ExpiringPapers({ draft, papers, vehicleId }: ExpiringPapersProps) {
  const here = useHere()
  const back = returnDraft(draft)
  const last = (back && departsAt(back)) ?? departsAt(draft)
  if (!last) return null
  const ending = papersEndingBefore(papers, vehicleId, calendarDate(last))
  if (ending.length === 0) return null
  return (
    <Banner
      tone="warn"
      title="Un documento vence antes del viaje"
      action={
        <ButtonLink to={paths.documents(vehicleId, here)} size="sm">
          Actualizar documento
        </ButtonLink>
      }
    >
      {ending.map(({ name, expiresOn }) => (
        <span key={name} className="block">
          {name} vence {dayInSentence(expiresOn)}.
        </span>
      ))}
      Sales {dayAndTime(last)}: para publicar debe estar vigente ese día.
    </Banner>
  )
}

function useWarnings(draft: Draft, vehicleId: string | null): TripWarning[] {
  const asked = quoteBody(draft)
  const body = asked && vehicleId && { stops: asked.stops, departsAt: asked.departsAt, vehicleId }
  const answer = useRead(
    queryKeys.tripWarnings(body || {}),
    async (signal) => {
      if (!body) throw new Error('warnings need a drive')
      return await api.trips.warnings({ body, signal })
    },
    { enabled: Boolean(body), staleTime: 300_000 },
  )
  return answer.data?.warnings ?? []
}

/** Hours in which the plate may not be driven on this route. They do not block publishing. */
export function DriveWarnings({ draft, vehicleId }: { draft: Draft; vehicleId: string | null }) {
  const there = useWarnings(draft, vehicleId)
  const back = useWarnings(returnDraft(draft) ?? emptyDraft, vehicleId)
  const all = [
    ...there.map((warning) => ({ ...warning, of: '' })),
    ...back.map((warning) => ({ ...warning, of: 'Regreso: ' })),
  ]
  return all.map((warning) => (
    <Banner
      key={`${warning.of}${warning.kind}${warning.detail}`}
      tone="warn"
      title={`${warning.of}${warning.title}, ${dateLong(warning.date)}`}
    >
      {warning.detail}
    </Banner>
  ))
}
