import { Copy, Megaphone, Siren } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import type { IncidentCase } from '#contract/safety.ts'
import type { DeskThread } from '#contract/support-desk.ts'
import { api } from '#web/lib/api.ts'
import { copyText } from '#web/lib/copy-text.ts'
import { dayAndTime } from '#web/lib/format.ts'
import { Key } from '#web/shared/desk/back-office/desk-keys.tsx'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { Elapsed } from '#web/shared/desk/back-office/elapsed.tsx'
import { KeysHelp } from '#web/shared/desk/back-office/key-strip.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { NoteOwner } from '#web/ui/use-note.ts'
import { type Call, Calls, callsOf, EntryClock } from './incident-calls.tsx'
import { CloseIncident } from './incident-close.tsx'
import { IncidentRoad } from './incident-road.tsx'
import { IncidentTimeline } from './incident-timeline.tsx'
import { askedWords, scriptFor, timeOf } from './incident-words.ts'
import { useIncident, useStep } from './use-incident.ts'

/** Page of one incident: whom to call, where the car was, what to say, and what was done. */
export function Screen() {
  const { incidentId = '' } = useParams()
  const { incident, ...more } = useIncident(incidentId)
  if (incident) {
    return (
      <NoteOwner key={incidentId} value={incidentId}>
        <Incident incident={incident} {...more} />
      </NoteOwner>
    )
  }
  return (
    <Page title="Incidente" width="page">
      <SkeletonList rows={3} rowClass="h-40" />
    </Page>
  )
}

const keys = {
  l: 'Lo tengo',
  1: 'Llamar a quien pide ayuda',
  2: 'Llamar a quien conduce',
  3: 'Llamar al 123',
  4: 'Llamar a alguien más a bordo',
  y: 'Copiar el guion',
  a: 'Anotar',
  r: 'Resolver',
  n: 'Otra emergencia abierta',
  '?': 'Ver estas teclas',
}

type IncidentProps = { incident: IncidentCase; tickets: DeskThread[]; rings: boolean }

function Incident({ incident, tickets, rings }: IncidentProps) {
  const { id: incidentId, takenBy, isMine, nextId, outcome } = incident
  const [isClosing, setClosing] = useState(false)
  const [called, setCalled] = useState<Call | null>(null)
  const take = useStep((from: string | null) =>
    api.safety.takeIncident({ params: { incidentId }, body: { from } }),
  )
  const [calls = [], others = []] = callsOf(incident)
  const mayClose = isMine && !outcome
  return (
    <>
      <Head incident={incident}>
        {mayClose && <EntryClock incident={incident} />}
        {(!isMine || rings) && !outcome && (
          <Button
            variant="secondary"
            pending={take.isPending}
            onClick={() => take.mutate(takenBy?.id ?? null)}
          >
            Lo tengo <Key of="l" />
          </Button>
        )}
        {nextId && (
          <ButtonLink to={deskLinks.incident(nextId)} variant="secondary" size="sm">
            Otra abierta <Key of="n" />
          </ButtonLink>
        )}
      </Head>
      <div className="grid content-start gap-3 px-4 py-3 sm:px-6">
        <ErrorBanner error={take.error} />
        <Calls calls={calls} onCall={setCalled} />
        <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
          <div className="grid gap-3">
            <IncidentRoad incident={incident} />
            <Calls calls={others} onCall={setCalled} className="" />
          </div>
          <div className="grid gap-3">
            <Script script={scriptFor(incident)} />
            <IncidentTimeline {...{ incident, tickets, called }} onNoted={() => setCalled(null)} />
            {mayClose && (
              <Button variant="secondary" size="sm" onClick={() => setClosing(true)}>
                Resuelto… <Key of="r" />
              </Button>
            )}
          </div>
        </div>
      </div>
      <CloseIncident
        incident={incident}
        tickets={tickets.length}
        open={isClosing && mayClose}
        onClose={() => setClosing(false)}
      />
    </>
  )
}

/** Who asked for help, when, and who has it; red while an emergency is open. */
function Head({ incident, children }: { incident: IncidentCase; children: ReactNode }) {
  const [isHelpOpen, setHelpOpen] = useState(false)
  const { person, kind, pressedAt, from, to, takenBy, takenAt, isMine, outcome } = incident
  const isRed = kind === 'emergency' && !outcome
  const holder = isMine ? 'lo tienes tú' : `lo tiene ${takenBy?.name}`
  return (
    <section
      aria-label="Incidente"
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 max-lg:mt-4 sm:px-6',
        isRed ? 'bg-alarm text-on-alarm' : 'border-b border-line bg-surface',
      )}
    >
      <Siren className="size-8 shrink-0" />
      <div className="min-w-0 flex-1 basis-52 leading-snug">
        <h1 className="text-xl wrap-anywhere">
          {person.name} {askedWords[kind]}
        </h1>
        <p className="tnum text-sm">
          {outcome ? (
            dayAndTime(pressedAt)
          ) : (
            <>
              Hace <Elapsed since={pressedAt} />
            </>
          )}{' '}
          · {from} → {to}
          {takenAt && ` · ${holder} desde ${timeOf(takenAt)}`}
          {outcome && ' · cerrado'}
          {!takenAt && !outcome && ' · nadie lo ha tomado'}
        </p>
      </div>
      {children}
      <Button
        variant="secondary"
        size="sm"
        aria-label="Teclas"
        onClick={() => setHelpOpen(true)}
        className="max-lg:hidden"
      >
        <Key of="?" />
      </Button>
      <KeysHelp keys={keys} open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </section>
  )
}

function Script({ script }: { script: string }) {
  const copy = async () => {
    const isCopied = await copyText(script)
    toastDone(isCopied ? 'Guion copiado' : 'El navegador no deja copiar: léelo de aquí')
  }
  return (
    <section
      aria-label="Guion para el 123"
      className="rounded-card border-2 border-dashed border-edge bg-surface px-4 py-2.5"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex items-center gap-2 text-sm font-semibold text-muted">
          <Megaphone className="size-4" />
          Léelo tal cual al 123
        </p>
        <Button variant="ghost" size="sm" Icon={Copy} onClick={() => void copy()}>
          Copiar <Key of="y" />
        </Button>
      </div>
      <p className="tnum leading-snug wrap-anywhere">«{script}»</p>
    </section>
  )
}
