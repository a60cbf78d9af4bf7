import { CalendarPlus, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { copyText } from '#web/lib/copy-text.ts'
import { dayInSentence } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useAct } from '#web/ui/use-act.ts'

/** The link by which a calendar program follows this person's trips: make, copy, renew, end. */
export function CalendarCard() {
  const { data, error } = useRead(queryKeys.calendarLink(), (signal) =>
    api.receipts.calendarLink({ signal }),
  )
  const refresh = [queryKeys.calendarLink()]
  const make = useAct(() => api.receipts.makeCalendarLink({ body: {} }), { refresh })
  const revoke = useAct(() => api.receipts.revokeCalendarLink({}), {
    onDone: () => make.reset(),
    refresh,
  })
  const isMade = data?.madeAt != null
  return (
    <CardSection title="Calendario">
      <p className="text-muted">
        Un enlace que Google, Apple u Outlook leen solos: tus viajes aparecen en tu calendario, y
        también los cambios de hora y de punto.
      </p>
      {!data && !error && <Skeleton className="h-12 w-full" />}
      <ErrorBanner error={error ?? make.error ?? revoke.error} />
      {make.data && <NewLink url={make.data.url} />}
      {data?.madeAt && !make.data && (
        <p>
          Creaste tu enlace {dayInSentence(data.madeAt)}. Por seguridad no lo mostramos otra vez: si
          lo perdiste, crea otro.
        </p>
      )}
      {data && (
        <>
          <p className="text-sm">
            Quien tenga el enlace ve tus viajes: lugares, horas y puntos de encuentro. No lo
            compartas.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" Icon={CalendarPlus} run={make}>
              {isMade ? 'Crear otro enlace' : 'Crear mi enlace'}
            </Button>
            {isMade && (
              <Button variant="ghost" run={revoke}>
                Apagar el enlace
              </Button>
            )}
          </div>
          {isMade && (
            <p className="text-sm text-muted">
              Al crear otro o apagarlo, el de antes deja de servir al instante.
            </p>
          )}
        </>
      )}
    </CardSection>
  )
}

/** The link as it was made, which is shown only now. */
function NewLink({ url }: { url: string }) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const id = useId()
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="font-semibold">
        Enlace de tu calendario
      </label>
      <input
        id={id}
        readOnly
        value={url}
        translate="no"
        className="control min-h-12 w-full"
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button Icon={Copy} onClick={() => void copyText(url).then(setCopied)}>
          Copiar enlace
        </Button>
        <a
          href={url.replace(/^https?:/, 'webcal:')}
          className="inline-flex min-h-12 items-center px-3 font-semibold text-bosque underline"
        >
          Abrir en mi calendario
        </a>
      </div>
      {copied !== null && (
        <Banner tone={copied ? 'ok' : 'warn'}>
          {copied
            ? 'Copiado. Pégalo en tu calendario, en "Agregar por URL".'
            : 'No pudimos copiarlo: selecciónalo y cópialo.'}
        </Banner>
      )}
    </div>
  )
}
