import { useState } from 'react'
import type { ConductCase } from '#contract/conduct.ts'
import { HEARING_HOURS } from '#contract/conduct-limits.ts'
import { CONDUCT_TEXT_MAX, CONDUCT_TEXT_MIN, SUSPENSION_DAYS } from '#contract/limits.ts'
import { CaseEvidence, Said, Versions } from '#web/features/conduct/case-evidence.tsx'
import { CasePhotos } from '#web/features/conduct/case-photos.tsx'
import { api } from '#web/lib/api.ts'
import { dateShort, dateTime, dayAndTime, plural, sentence } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { outcomeWords, reasonOf } from '#web/shared/conduct/conduct-words.ts'
import { ClockWord } from '#web/shared/desk/back-office/clock-word.tsx'
import { DecisionLine } from '#web/shared/desk/back-office/decision-line.tsx'
import { Key } from '#web/shared/desk/back-office/desk-keys.tsx'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { DeskCase, FOOT_ROW } from '#web/shared/desk/back-office/desk-split.tsx'
import { useDecided } from '#web/shared/desk/back-office/review-queue.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { type Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { Select } from '#web/ui/select.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useNote } from '#web/ui/use-note.ts'
import { type Act, actsFor, isHeard, isProposal } from './case-acts.ts'
import { effectOf, plannedWords } from './planned-effect.ts'

export const kindWords = { report: 'Reporte', signal: 'Señal de una regla' }

const factWords: Record<string, string> = {
  counted: 'Contado',
  limit: 'Límite de la regla',
  day: 'Último día',
  before: 'Reserva anterior',
  last: 'Última reserva',
}

/** Facts of a rule that are ids of bookings. */
const BOOKINGS = ['before', 'last']

function shownFact(name: string, value: string | number) {
  if (!BOOKINGS.includes(name)) return value
  return <Link to={deskLinks.booking(String(value))}>Ver reserva</Link>
}

/** A conduct case: the report or signal, the histories of both people, and the decision. */
export function CaseCard({ item }: { item: ConductCase }) {
  const facts = Object.entries(item.facts).map(
    ([name, value]): Fact => [factWords[name] ?? name, shownFact(name, value)],
  )
  return (
    <DeskCase
      title={reasonOf(item.reason)}
      detail={`${kindWords[item.kind]} · ${dateTime(item.createdAt)}`}
      aside={
        <div className="flex flex-wrap items-center gap-2">
          <ClockWord dueAt={item.dueAt} />
          <StatusPill tone={item.outcome ? 'neutral' : 'urgent'}>{stateOf(item)}</StatusPill>
        </div>
      }
      foot={!item.outcome && !item.isOwn && <DecideCase item={item} />}
    >
      {item.proposal && <Proposal proposal={item.proposal} />}
      <CaseVersions item={item} />
      {facts.length > 0 && <Facts className="tnum flex flex-wrap gap-x-8 gap-y-2" facts={facts} />}
      {['message', 'rating'].includes(item.subject.kind) && <CaseWords reportId={item.id} />}
      {item.trip && <CaseTrip item={item} trip={item.trip} />}
      <Planned item={item} />
      <DecisionLine by={item.decidedBy} at={item.decidedAt} note={item.note} />
      {!item.outcome && item.isOwn && (
        <Banner tone="info" live="off">
          Eres parte de este caso: lo decide otra persona.
        </Banner>
      )}
      {!item.outcome && !item.isOwn && <Suggested item={item} />}
    </DeskCase>
  )
}

/** The report and the answer of its person beside each other, each with the person's history. */
function CaseVersions({ item }: { item: ConductCase }) {
  const { about, reporter, statement } = item
  const answer = {
    title: `${about.name}: su versión`,
    children: (
      <>
        <HearingAnswer hearing={item.hearing} />
        <CasePhotos
          photoIds={item.hearing?.photoIds ?? []}
          of="de su versión"
          load={(photoId, signal) =>
            api.conduct.hearingPhoto({ params: { reportId: item.id, photoId }, signal })
          }
        />
      </>
    ),
  }
  if (!reporter) return <Versions sides={[answer]} />
  const report = {
    title: `${reporter.name}, que reporta`,
    children: (
      <>
        {statement ? <Said>{statement}</Said> : <p className="text-muted">No escribió más.</p>}
        <CasePhotos
          photoIds={item.photoIds}
          of="del reporte"
          load={(photoId, signal) => api.conduct.photo({ params: { photoId }, signal })}
        />
      </>
    ),
  }
  return <Versions sides={[report, answer]} />
}

function HearingAnswer({ hearing }: Pick<ConductCase, 'hearing'>) {
  const now = useNow()
  if (!hearing) return <p className="text-muted">Todavía no se la pedimos.</p>
  if (hearing.text !== null) return <Said>{hearing.text}</Said>
  const until = dayAndTime(hearing.until)
  return (
    <p>
      {Date.parse(hearing.until) <= now
        ? `${sentence(`No ha respondido: tenía hasta ${until}`)} Se lo preguntamos el `
        : `Hasta ${until} puede responder lo que le preguntamos el `}
      {dateShort(hearing.askedAt)}.
    </p>
  )
}

/** Trip of the two people. Their chat can be read while the case is open. */
function CaseTrip({ item, trip }: { item: ConductCase; trip: NonNullable<ConductCase['trip']> }) {
  return (
    <div className="grid gap-3">
      <p>
        <span className="text-muted">Viaje: </span>
        <Link to={deskLinks.trip(trip.id)}>
          {trip.from} → {trip.to}
        </Link>
        , {dateTime(trip.departsAt)}
      </p>
      {!item.outcome && !item.isOwn && (
        <CaseEvidence load={() => api.conduct.evidence({ params: { reportId: item.id } })} />
      )}
    </div>
  )
}

export function stateOf({ outcome, proposal, isPaused, expulsionLapsed }: ConductCase): string {
  if (outcome) return outcomeWords[outcome]
  if (proposal) return 'Espera la segunda firma'
  if (expulsionLapsed) return 'Urgente: venció la propuesta'
  return isPaused ? 'En pausa, por decidir' : 'Por resolver'
}

/** The reported message or rating. Loaded on a press, because each view is recorded. */
function CaseWords({ reportId }: { reportId: string }) {
  const view = useAct(() => api.conduct.words({ params: { reportId } }))
  if (!view.data) {
    return (
      <div className="grid justify-items-start gap-3">
        <ErrorBanner error={view.error} />
        <Button variant="secondary" size="sm" run={view} pendingText="Cargando…">
          Ver lo que se reportó
        </Button>
      </div>
    )
  }
  const { text, stars, at, isHidden } = view.data.words
  return (
    <figure className="grid gap-1">
      <figcaption className="text-sm text-muted">
        Escrito {dayAndTime(at)}
        {stars !== null && ` · ${plural(stars, 'estrella', 'estrellas')}`}
        {isHidden && ' · ya no se muestra'}
      </figcaption>
      <blockquote className="border-l-4 border-line pl-4 wrap-anywhere whitespace-pre-line">
        {text ?? 'Sin texto.'}
      </blockquote>
    </figure>
  )
}

/** What a decision would cancel. */
function Planned({ item: { planned } }: { item: ConductCase }) {
  return (
    planned && (
      <p>
        <span className="text-muted">Por delante: </span>
        {plannedWords(planned) || 'sin viajes ni reservas'}
      </p>
    )
  )
}

type Measure = NonNullable<ConductCase['proposal']>

/** The first signature of a measure: who signs second reads it before the rest. */
function Proposal({ proposal }: { proposal: Measure }) {
  const { isMine, by, at, note, sharesDevice } = proposal
  const measure = measureOf(proposal)
  return (
    <Banner
      tone="warn"
      live="off"
      title={isMine ? `Propusiste: ${measure}` : `${by} propuso ${dayAndTime(at)}: ${measure}`}
    >
      <p className="wrap-anywhere">{note}</p>
      {isMine && <p>La confirma otra persona del equipo.</p>}
      {sharesDevice && <p>Usó el mismo navegador que tú: comprueba que son dos personas.</p>}
    </Banner>
  )
}

const measureOf = ({ outcome, days }: Measure) =>
  outcomeWords[outcome].toLowerCase() + (days === null ? '' : ` de ${days} días`)

const days = SUSPENSION_DAYS.map((count) => ({ value: String(count), label: `${count} días` }))

/** Form for the decision of a case; shows the effect of an action before it is taken. */
function DecideCase({ item }: { item: ConductCase }) {
  const decided = useDecided()
  const [act, setAct] = useState<Act | ''>('')
  const [length, setLength] = useState<number>(item.suggestion.days ?? SUSPENSION_DAYS[0])
  const { note, field, tried, attempt, clear } = useNote(CONDUCT_TEXT_MIN, '', 'decision')
  const send = useAct(() => sendAct(item, { act, length, note }), {
    onDone: () => {
      decided(doneWord(act, proposes))
      setAct('')
      clear()
    },
    refresh: [['conduct-cases']],
  })
  const submit = () => attempt(() => act && send.mutate())
  const acts = actsFor(item)
  const chosen = acts.find(([value]) => value === act)
  const proposes = isProposal(act, length, item)
  return (
    <div className="grid gap-3">
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Decisión"
          placeholder="Elige"
          options={acts.map(([value, label]) => ({ value, label }))}
          value={act}
          onChange={(event) => setAct(event.target.value as Act | '')}
          error={tried && !act ? 'Elige qué hacer.' : null}
        />
        {act === 'suspension' && (
          <Select
            label="Duración"
            options={days}
            value={String(length)}
            onChange={(event) => setLength(Number(event.target.value))}
          />
        )}
      </div>
      {act && (
        <Banner tone={act === 'nothing' || act === 'hear' ? 'info' : 'warn'} live="status">
          {effectOf(act, item, proposes)}
        </Banner>
      )}
      <div className={FOOT_ROW}>
        <TextArea
          label="Motivo"
          hint={
            act === 'nothing'
              ? 'Queda en el registro.'
              : 'La persona lo lee: no digas quién reportó ni copies sus palabras.'
          }
          rows={2}
          maxLength={CONDUCT_TEXT_MAX}
          data-key="m"
          {...field}
        />
        <Button variant={lookOf(act)} pending={send.isPending} onClick={submit}>
          {chosen ? buttonWord(chosen, proposes) : 'Decidir'} <Key of="e" />
        </Button>
      </div>
      <ErrorBanner error={send.error} />
    </div>
  )
}

/** Label of the button. Labels of pausing, hearing and expelling name the action themselves. */
function buttonWord([act, word]: [Act, string], proposes: boolean): string {
  if (proposes && act === 'suspension') return 'Proponer suspensión'
  const isOutcome = act !== 'pause' && act !== 'hear' && act !== 'expulsion'
  return isOutcome ? `Decidir: ${word.toLowerCase()}` : word
}

const lookOf = (act: Act | '') => (act === 'expulsion' || act === 'pause' ? 'danger' : 'primary')

function doneWord(act: Act | '', proposes: boolean): string {
  if (act === 'pause' || act === 'hear') return 'Le avisamos'
  return proposes ? 'Falta la segunda firma' : 'Caso decidido'
}

function Suggested({ item }: { item: ConductCase }) {
  const { suggestion } = item
  return (
    <p className="text-sm text-muted">
      Si hubo una falta, las reglas dicen: {outcomeWords[suggestion.outcome].toLowerCase()}
      {suggestion.days !== null && ` de ${suggestion.days} días`}.
      {!isHeard(item) &&
        ` Se suspende o expulsa cuando responda o venza su plazo de ${HEARING_HOURS} horas.`}
    </p>
  )
}

type Sent = { act: Act | ''; length: number; note: string }

async function sendAct(item: ConductCase, { act, length, note }: Sent): Promise<unknown> {
  const params = { reportId: item.id }
  const seenFirstAt = item.proposal?.at ?? null
  if (act === '') return undefined
  if (act === 'pause' || act === 'hear') {
    return await api.conduct.hear({ params, body: { note, pause: act === 'pause' } })
  }
  const days = SUSPENSION_DAYS.find((count) => count === length)
  const body = {
    outcome: act,
    note,
    seenFirstAt,
    seenSaidAt: item.saidAt,
    ...(act === 'suspension' && days ? { days } : {}),
  }
  return await api.conduct.decide({ params, body })
}
