import { Download, Share } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import {
  endInstallOffer,
  mayOfferInstall,
  noteInstallOffer,
  useInstallWay,
} from './install-offer.ts'

/** Offers installation after the first booking, because the ticket is used on the road. */
export function InstallOffer({ bookingId }: { bookingId: string }) {
  const way = useInstallWay()
  const [offered, setOffered] = useState(() => mayOfferInstall(bookingId))
  const shows = way !== null && offered
  useEffect(() => {
    if (shows) noteInstallOffer(bookingId)
  }, [shows, bookingId])
  if (!shows) return null
  const end = () => {
    endInstallOffer()
    setOffered(false)
  }
  return (
    <Card role="region" aria-label="Instalar Cupo" className="mt-6 grid gap-3">
      <h2 className="text-xl">Ten tu tiquete a la mano</h2>
      {way.kind === 'prompt' ? (
        <p className="text-muted">
          Instala Cupo en este dispositivo: abre con un toque y muestra tu tiquete también sin
          conexión.
        </p>
      ) : (
        <p className="text-muted">
          En Safari toca <Share aria-hidden="true" className="inline size-5" />{' '}
          <strong>Compartir</strong> y luego <strong>Agregar a inicio</strong>: tu tiquete se abre
          también sin conexión.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {way.kind === 'prompt' && (
          <Button
            icon={<Download aria-hidden="true" className="size-5" />}
            onClick={() => void way.install().finally(end)}
          >
            Instalar Cupo
          </Button>
        )}
        <Button variant="secondary" onClick={end}>
          {way.kind === 'prompt' ? 'Ahora no' : 'Entendido'}
        </Button>
      </div>
    </Card>
  )
}
