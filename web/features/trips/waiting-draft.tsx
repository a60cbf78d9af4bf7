import { FileClock } from 'lucide-react'
import { api } from '#web/lib/api.ts'
import { dayAndTime, sentence } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Row, Rows } from '#web/ui/rows.tsx'
import { useAct } from '#web/ui/use-act.ts'

/** The trip that Cupo publishes once the documents are approved; its driver can call it off. */
export function WaitingDraft() {
  const kept = useRead(queryKeys.tripDraft(), (signal) => api.tripDrafts.show({ signal }))
  const discard = useAct(() => api.tripDrafts.discard(), {
    done: 'No publicaremos ese viaje.',
    shows: queryKeys.tripDraft(),
  })
  const draft = kept.data?.draft
  // During an update a server of the release before names no stops.
  if (draft?.status !== 'waiting' || !draft.stops) return null
  const [from, to] = [draft.stops[0], draft.stops.at(-1)]
  return (
    <Rows label="Viaje por publicar">
      <Row
        Icon={FileClock}
        text={`${from} → ${to} espera tus documentos`}
        detail={sentence(`Sale ${dayAndTime(draft.departsAt)}`)}
      >
        <p>Lo publicamos apenas los aprobemos.</p>
        <ErrorBanner error={discard.error} />
        <div className="mt-3 flex flex-wrap gap-2">
          <ButtonLink to={paths.documents(null, paths.myTrips())} size="sm">
            Ver mis documentos
          </ButtonLink>
          <Button variant="ghost" size="sm" run={discard}>
            No publicarlo
          </Button>
        </div>
      </Row>
    </Rows>
  )
}
