import { Clock, MapPinCheck } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { BookingView } from '#contract/booking-view.ts'
import type { DisputeAnswer, DisputeView } from '#contract/disputes.ts'
import { DISPUTE_TEXT_MAX, DISPUTE_TEXT_MIN } from '#contract/limits.ts'
import { usePhotos } from '#web/features/conduct/photos-field.tsx'
import { api } from '#web/lib/api.ts'
import { unlisted } from '#web/lib/brand.ts'
import { dayAndTime, pesos, plural, theTime } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { forgetNotes, NoteOwner, useNote } from '#web/ui/use-note.ts'
import { answerWords } from './answer-words.ts'

export const meta = unlisted('Tu versión')

type Shown = { booking: BookingView; dispute: DisputeView }

const keyOf = (bookingId: string) => ['dispute', bookingId] as const

/** The version of the driver of a dispute, or what its passenger adds, before the decision. */
export default function Version() {
  const { bookingId = '' } = useParams()
  const params = { bookingId }
  const answer = useRead(keyOf(bookingId), async (signal): Promise<Shown> => {
    const [{ dispute }, { booking }] = await Promise.all([
      api.disputes.mine({ params, signal }),
      api.bookings.show({ params, signal }),
    ])
    return { dispute, booking }
  })
  const shown = neededAnswer(answer)
  const isDriver = shown?.booking.viewer === 'driver'
  const title = shown && !isDriver ? 'Tu reclamo' : 'Cuéntanos tu versión'
  return (
    <Page
      title={title}
      lead={shown && isDriver ? atStake(shown.booking) : undefined}
      back={{ to: paths.booking(bookingId), label: 'Tu reserva' }}
      actions={
        shown?.dispute.waits && (
          <StatusPill tone="urgent" icon={Clock}>
            {isDriver ? 'Hasta' : 'El conductor responde hasta'} {dayAndTime(shown.dispute.until)}
          </StatusPill>
        )
      }
    >
      {!shown && <QueryState query={answer} what="el reclamo" rows={2} rowClass="h-32" />}
      {shown && <Said {...shown} />}
      {shown?.dispute.decided && (
        <Banner tone="info" live="off" title="Ya decidimos este reclamo">
          En tu reserva está el resultado.
        </Banner>
      )}
      {shown && !shown.dispute.decided && (
        <NoteOwner value={bookingId}>
          {isDriver ? <Answer {...shown} /> : <Add {...shown} />}
        </NoteOwner>
      )}
    </Page>
  )
}

/** What the driver can lose, before anything is asked. */
export function atStake({ paymentMode, price, driverEarns, noShow, denial }: BookingView): string {
  if (paymentMode === 'billetera') {
    return `${pesos(driverEarns ?? price)} quedan quietos hasta que decidamos.`
  }
  const taken = price - (driverEarns ?? 0)
  const commission = pesos(taken)
  if (noShow || taken === 0) return 'Fue pago directo: está en juego tu historial.'
  return denial
    ? `Fue pago directo: si no viajó contigo, te devolvemos ${commission} de comisión.`
    : `Fue pago directo: si viajó contigo, te cobramos ${commission} de comisión.`
}

function Said({ booking, dispute }: Shown) {
  const { passenger, viewer } = booking
  const facts = recorded(booking, dispute)
  return (
    <Card className="grid gap-3">
      <div className="flex items-start gap-3">
        <Avatar name={passenger.name} photoUrl={passenger.photoUrl} />
        <div className="min-w-0 flex-1">
          <p className="text-muted">
            {viewer === 'driver' ? `${passenger.name} dice` : 'Tú dijiste'}
          </p>
          <blockquote className="wrap-anywhere whitespace-pre-line">
            «{[dispute.statement, dispute.addition].filter(Boolean).join('\n\n')}»
          </blockquote>
        </div>
      </div>
      {facts && (
        <p className="flex items-start gap-2 border-t border-line pt-3 text-muted">
          <MapPinCheck className="mt-0.5 size-5 shrink-0 text-bosque" />
          <span className="block first-letter:uppercase">{facts}</span>
        </p>
      )}
    </Card>
  )
}

function recorded(
  { viewer, noShow, boardedAt }: BookingView,
  { arrivalRecordedAt: arrivedAt }: DisputeView,
): string {
  const [arrived, boarded, marked] =
    viewer === 'driver'
      ? ['llegaste', 'registraste', 'marcaste']
      : ['el conductor llegó', 'registró', 'marcó']
  const facts = [
    arrivedAt && `${arrived} a ${theTime(arrivedAt)}`,
    boardedAt && `${boarded} la subida a ${theTime(boardedAt)}`,
    noShow && `${marked} «No llegó» a ${theTime(noShow.claimedAt)}`,
  ]
  return facts.filter(Boolean).join(' · ')
}

/** Photos and the refresh that both sides share. */
function useHearing({ booking, dispute }: Shown) {
  const { id: bookingId } = booking
  const photos = usePhotos(dispute.photos, (file) =>
    api.disputes.addPhoto({ body: { bookingId }, file }),
  )
  const refresh = [keyOf(bookingId), queryKeys.booking(bookingId)]
  return { params: { bookingId }, photos, refresh }
}

function Answer(shown: Shown) {
  const { version, photos: sent } = shown.dispute
  const [isEditing, setEditing] = useState(false)
  const [answer, setAnswer] = useState<DisputeAnswer | null>(version?.answer ?? null)
  const { note, field, tried, attempt } = useNote(DISPUTE_TEXT_MIN, version?.words, 'version')
  const { params, photos, refresh } = useHearing(shown)
  const send = useAct(
    async (chosen: DisputeAnswer) => {
      await api.disputes.answer({ params, body: { answer: chosen, text: note } })
      await photos.upload()
      forgetNotes(params.bookingId)
    },
    { onDone: () => setEditing(false), refresh },
  )
  if (version && !isEditing && !send.isError) {
    return (
      <Banner
        tone="ok"
        title="Recibimos tu versión"
        action={
          <Button size="sm" variant="secondary" onClick={() => setEditing(true)}>
            Cambiar mi versión
          </Button>
        }
      >
        <p className="font-semibold">{answerWords[version.answer]}</p>
        <p className="wrap-anywhere whitespace-pre-line">{version.words}</p>
        {sent > 0 && <p>Con {plural(sent, 'foto', 'fotos')}.</p>}
        <p>Te avisamos qué decidimos.</p>
      </Banner>
    )
  }
  const submit = () => attempt(() => answer && send.mutate(answer))
  return (
    <>
      <RadioCards
        legend="¿Qué pasó?"
        options={Object.entries(answerWords).map(([value, title]) => {
          return { value: value as DisputeAnswer, title }
        })}
        value={answer}
        onChange={setAnswer}
        error={tried && !answer ? 'Elige una respuesta.' : null}
      />
      <TextArea
        label="Con tus palabras"
        hint="Dónde paraste, cuánto esperaste, a quién llamaste. Solo lo lee quien decide."
        rows={4}
        maxLength={DISPUTE_TEXT_MAX}
        {...field}
      />
      {photos.field}
      <ErrorBanner error={send.error} />
      <BottomBar
        action={
          <Button pending={send.isPending} pendingText="Enviando…" onClick={submit}>
            Enviar mi versión
          </Button>
        }
      >
        <p className="text-sm text-muted">Una persona lee las dos versiones por igual.</p>
      </BottomBar>
    </>
  )
}

function Add(shown: Shown) {
  const { addition, photos: sent } = shown.dispute
  const { note, field, attempt } = useNote(DISPUTE_TEXT_MIN, '', 'addition')
  const { params, photos, refresh } = useHearing(shown)
  const send = useAct(
    async () => {
      if (note && addition === null) await api.disputes.add({ params, body: { text: note } })
      await photos.upload()
      forgetNotes(params.bookingId)
    },
    { refresh },
  )
  const hasOnlyPhotos = note === '' && photos.files.length > 0
  const submit = () => (hasOnlyPhotos ? send.mutate() : attempt(send.mutate))
  return (
    <>
      {sent > 0 && <p>Enviaste {plural(sent, 'foto', 'fotos')}, que solo ve quien decide.</p>}
      {addition === null && (
        <TextArea
          label="Agrega lo que falte"
          hint="Una vez. El conductor lo lee y puede responder otro día más."
          rows={4}
          maxLength={DISPUTE_TEXT_MAX}
          {...field}
        />
      )}
      {photos.field}
      <ErrorBanner error={send.error} />
      {(addition === null || photos.files.length > 0) && (
        <Button pending={send.isPending} pendingText="Enviando…" onClick={submit}>
          Agregar a mi reclamo
        </Button>
      )}
      <p className="text-sm text-muted">Una persona lee las dos versiones por igual.</p>
    </>
  )
}
