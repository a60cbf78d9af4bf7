import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OwnPhoto } from '#contract/verification.ts'
import { api } from '#web/lib/api.ts'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useHere } from '#web/lib/use-return-to.ts'
import { ReviewTime } from '#web/shared/verification/review-time.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { useAct } from '#web/ui/use-act.ts'
import { type Draft, departsAt, type Prices, waitingBody } from './publish-draft.ts'
import { PublishPhoto } from './publish-photo.tsx'
import { needsPhoto } from './use-driver.ts'

type PublishLaterProps = {
  draft: Draft
  prices: Prices
  photo: OwnPhoto | undefined
  onBack: () => void
}

/** End of the draft of a driver without approved documents: it is kept, and can publish itself. */
export function PublishLater({ draft, prices, photo, onBack }: PublishLaterProps) {
  const navigate = useNavigate()
  const online = useOnline()
  const here = useHere()
  const kept = useRead(queryKeys.tripDraft(), (signal) => api.tripDrafts.show({ signal }))
  const [choice, setChoice] = useState<boolean | null>(null)
  const waiting = kept.data?.draft?.status === 'waiting'
  const ticked = choice ?? waiting
  const save = useAct(
    async () => {
      const body = waitingBody(draft, prices)
      if (!body) throw new Error('the draft is not finished')
      if (ticked) await api.tripDrafts.save({ body })
      else await api.tripDrafts.discard()
    },
    {
      done: ticked
        ? 'Tu viaje quedó guardado. Lo publicamos cuando te aprobemos.'
        : 'Tu borrador quedó guardado en este dispositivo.',
      onDone: () => void navigate(paths.documents(null, here)),
      refresh: [queryKeys.tripDraft()],
    },
  )
  return (
    <>
      <Banner tone="warn" live="off" title="Todavía no puedes publicar">
        Falta aprobar tu identidad o los documentos de tu carro.{' '}
        <ReviewTime departsAt={departsAt(draft)} />
      </Banner>
      {needsPhoto(photo) && (
        <PublishPhoto photo={photo} onSet={() => toastDone('Guardamos tu foto.')}>
          Elegir foto
        </PublishPhoto>
      )}
      <Card>
        <Checkbox
          label={<span className="font-semibold">Publícalo cuando me aprueben</span>}
          hint={
            'Antes de publicarlo revisamos otra vez el precio, la fecha, tus otros viajes y tu ' +
            'saldo. Si algo no se puede, te avisamos por qué.'
          }
          checked={ticked}
          onChange={(event) => setChoice(event.target.checked)}
        />
      </Card>
      <ErrorBanner error={save.error} />
      <BottomBar
        action={
          <Button run={save} pendingText="Guardando…" disabled={!online}>
            Guardar viaje
          </Button>
        }
      >
        <Button variant="ghost" onClick={onBack}>
          Atrás
        </Button>
      </BottomBar>
    </>
  )
}
