import { useState } from 'react'
import type { z } from 'zod'
import { isBar } from '#contract/bar-words.ts'
import type { conduct, SanctionView } from '#contract/conduct.ts'
import type { HearingView } from '#contract/hearings.ts'
import { CONDUCT_TEXT_MAX, CONDUCT_TEXT_MIN } from '#contract/limits.ts'
import { usePhotos } from '#web/features/conduct/photos-field.tsx'
import { api } from '#web/lib/api.ts'
import { unlisted } from '#web/lib/brand.ts'
import { serverDate } from '#web/lib/clock.ts'
import { dateShort, dayAndTime, plural } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { AccountNotice } from '#web/shared/conduct/account-notice.tsx'
import { reasonWords, sanctionWords } from '#web/shared/conduct/conduct-words.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import { CardHead } from '#web/ui/card-head.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { forgetNotes, NoteOwner, useNote } from '#web/ui/use-note.ts'
import { Appealed, AppealForm } from './appeal.tsx'

export const meta = unlisted('Conducta')

type Mine = z.output<typeof conduct.mine.ok>

/** The account's sanctions with reason, end and appeal; results of the person's own reports. */
export default function Conduct() {
  const answer = useRead(queryKeys.conduct(), (signal) => api.conduct.mine({ signal }))
  return (
    <Page title="Conducta" lead="Cómo está tu cuenta, y qué pasó con tus reportes.">
      {!answer.data && <QueryState query={answer} what="tu conducta" rows={2} rowClass="h-32" />}
      {answer.data && <Shown mine={answer.data} />}
    </Page>
  )
}

function Shown({ mine }: { mine: Mine }) {
  return (
    <>
      <StandingBanner mine={mine} />
      {mine.hearings.map((hearing) => (
        <HearingCard key={hearing.caseId} hearing={hearing} />
      ))}
      {mine.sanctions.length > 0 && (
        <ul className="grid gap-4">
          {mine.sanctions.map((sanction) => (
            <li key={sanction.id}>
              <SanctionCard sanction={sanction} />
            </li>
          ))}
        </ul>
      )}
      <Reports reports={mine.reports} />
      <p>
        Las reglas están en los <Link to={paths.terms()}>términos</Link>. A quienes bloqueaste los
        ves en <Link to={paths.profile('bloqueos')}>Personas bloqueadas</Link>.
      </p>
    </>
  )
}

const banners = {
  good: {
    tone: 'ok',
    title: 'Tu cuenta está al día',
    text: 'No tienes sanciones que cuenten hoy.',
  },
  warned: {
    tone: 'warn',
    title: 'Tienes una advertencia',
    text: 'Puedes usar Cupo. Si se repite antes de un año, suspendemos tu cuenta.',
  },
} as const

function StandingBanner({ mine: { standing } }: { mine: Mine }) {
  if (isBar(standing)) return <AccountNotice withLink={false} />
  const { tone, title, text } = banners[standing]
  return (
    <Banner tone={tone} title={title} live="off">
      {text}
    </Banner>
  )
}

const verdicts = new Map([
  [true, { tone: 'ok', text: 'Tomamos medidas' }],
  [false, { tone: 'neutral', text: 'Sin falta confirmada' }],
] as const)

function Reports({ reports }: Pick<Mine, 'reports'>) {
  return (
    <CardSection title="Lo que reportaste">
      {reports.length === 0 ? (
        <p className="text-muted">
          Nada todavía. Puedes reportar a alguien desde su perfil o desde una reserva.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {reports.map(({ id, reason, at, isUpheld }) => {
            const verdict = isUpheld === null ? undefined : verdicts.get(isUpheld)
            return (
              <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-3">
                <span className="min-w-0">
                  <span className="block font-semibold">{reasonWords[reason]}</span>
                  <span className="text-sm text-muted">{dateShort(at)}</span>
                </span>
                <StatusPill tone={verdict?.tone ?? 'urgent'}>
                  {verdict?.text ?? 'En revisión'}
                </StatusPill>
              </li>
            )
          })}
        </ul>
      )}
    </CardSection>
  )
}

/** The team's question before it decides a case, and the form for the answer. */
function HearingCard({ hearing }: { hearing: HearingView }) {
  const { note, askedAt, text, answeredAt } = hearing
  const [editing, setEditing] = useState(false)
  return (
    <Card className="grid gap-4">
      <div>
        <h2 className="text-xl">Queremos oír tu versión</h2>
        <p className="text-sm text-muted">Te preguntamos el {dateShort(askedAt)}</p>
      </div>
      <p className="wrap-anywhere whitespace-pre-line">{note}</p>
      {answeredAt !== null && !editing ? (
        <>
          <div>
            <h3 className="font-semibold">Lo que respondiste el {dateShort(answeredAt)}</h3>
            <p className="text-muted wrap-anywhere whitespace-pre-line">{text}</p>
            {hearing.photos > 0 && (
              <p className="text-sm text-muted">Con {plural(hearing.photos, 'foto', 'fotos')}.</p>
            )}
          </div>
          <Banner tone="info" live="off">
            Lo lee quien decide. Te avisamos qué decidimos.
          </Banner>
          <div>
            <Button variant="secondary" onClick={() => setEditing(true)}>
              Cambiar mi respuesta
            </Button>
          </div>
        </>
      ) : (
        <NoteOwner value={hearing.caseId}>
          <AnswerForm hearing={hearing} onSent={() => setEditing(false)} />
        </NoteOwner>
      )}
    </Card>
  )
}

function AnswerForm({ hearing, onSent }: { hearing: HearingView; onSent: () => void }) {
  const { note, field, attempt } = useNote(CONDUCT_TEXT_MIN, hearing.text ?? '', 'answer')
  const { caseId } = hearing
  const photos = usePhotos(hearing.photos, (file) =>
    api.conduct.addHearingPhoto({ body: { caseId }, file }),
  )
  const send = useAct(
    async () => {
      await api.conduct.answerHearing({ params: { caseId }, body: { text: note } })
      await photos.upload()
      forgetNotes(caseId)
    },
    { onDone: onSent, refresh: [queryKeys.conduct()] },
  )
  return (
    <div className="grid gap-4">
      <TextArea
        label="Qué pasó"
        hint={`Solo la lee el equipo. Te oímos hasta ${dayAndTime(hearing.until)}`}
        rows={4}
        maxLength={CONDUCT_TEXT_MAX}
        {...field}
      />
      {photos.field}
      <ErrorBanner error={send.error} />
      <Button pending={send.isPending} pendingText="Enviando…" onClick={() => attempt(send.mutate)}>
        Enviar mi versión
      </Button>
    </div>
  )
}

/** One sanction: its kind, reason, end and appeal. */
function SanctionCard({ sanction }: { sanction: SanctionView }) {
  const { kind, at, endsAt, reason, liftedAt, appealUntil, appeal } = sanction
  const ended = liftedAt !== null || (endsAt !== null && new Date(endsAt) <= serverDate())
  return (
    <Card className="grid gap-4">
      <CardHead
        title={sanctionWords[kind]}
        detail={`Del ${dateShort(at)}${endsAt ? ` hasta ${dayAndTime(endsAt)}` : ''}`}
        aside={
          liftedAt ? (
            <StatusPill tone="ok">Levantada el {dateShort(liftedAt)}</StatusPill>
          ) : (
            ended && <StatusPill tone="neutral">Terminó</StatusPill>
          )
        }
      />
      <p className="wrap-anywhere whitespace-pre-line">{reason}</p>
      {appeal && <Appealed sanctionId={sanction.id} appeal={appeal} />}
      {appealUntil && (
        <NoteOwner value={sanction.id}>
          <AppealForm sanctionId={sanction.id} until={appealUntil} />
        </NoteOwner>
      )}
    </Card>
  )
}
