import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { usePreferences, usePush } from './use-preferences.ts'

const KEY = 'push-offer'

type OfferProps = {
  /** Topic of the messages, as the end of a sentence. */
  about: string
}

/** Offers push messages when there are events to report: after a booking or a publication. */
export function PushOffer({ about }: OfferProps) {
  const [ended] = useState(() => readStored('local', KEY) !== null)
  const { data } = usePreferences()
  if (ended || !data) return null
  return <Offer about={about} pushKey={data.pushKey} pushHere={data.pushHere} />
}

type Here = { pushKey: string | null; pushHere: boolean }

function Offer({ about, ...here }: OfferProps & Here) {
  const { state, change } = usePush(here)
  const [closed, setClosed] = useState(false)
  if (change.isSuccess && state === 'on') {
    return (
      <Banner tone="ok" className="mt-6">
        Listo: te avisamos en este dispositivo.
      </Banner>
    )
  }
  if (closed || state !== 'off') return null
  const end = () => {
    keepStored('local', KEY, 'answered')
    setClosed(true)
  }
  return (
    <Card role="region" aria-label="Avisos en este dispositivo" className="mt-6 grid gap-3">
      <h2 className="text-xl">¿Te avisamos aquí?</h2>
      <p className="text-muted">Te llega al instante {about}, aunque Cupo esté cerrado.</p>
      <ErrorBanner error={change.error} />
      <div className="flex flex-wrap gap-3">
        <Button
          Icon={BellRing}
          pending={change.isPending}
          pendingText="Activando…"
          onClick={() => change.mutate(true)}
        >
          Avisarme aquí
        </Button>
        <Button variant="secondary" onClick={end}>
          Ahora no
        </Button>
      </div>
    </Card>
  )
}
