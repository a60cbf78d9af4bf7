import { useEffect, useState } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import {
  NOT_TOGETHER_MAX,
  NOT_TOGETHER_MIN,
  RATING_COMMENT_MAX,
  RATING_TAGS_MAX,
  type RatingTag,
  tagsFor,
} from '#contract/rating-tags.ts'
import type { BookingRating as Rating } from '#contract/ratings.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { serverNow } from '#web/lib/clock.ts'
import { dayAndTime, sentence } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { PersonMenu } from '#web/shared/conduct/person-menu.tsx'
import { RATING_ANCHOR, ratingKeys } from '#web/shared/ratings/rating-keys.ts'
import { tagWords } from '#web/shared/ratings/rating-words.ts'
import { ReplyForm } from '#web/shared/ratings/reply-form.tsx'
import { StarChoice } from '#web/shared/ratings/stars.tsx'
import { WrittenRating } from '#web/shared/ratings/written-rating.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Form } from '#web/ui/form.tsx'
import { Link } from '#web/ui/link.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useNote } from '#web/ui/use-note.ts'
import { StatementSheet } from './statement-sheet.tsx'

/** States in which nothing can be rated; the server decides in all other states. */
const NOTHING: string[] = ['requested', 'confirmed', 'checked_in', 'rejected', 'expired']

/** Ratings between driver and passenger of a booking; nothing while none are possible. */
export function BookingRating({ booking }: { booking: BookingView }) {
  return booking.partOf || NOTHING.includes(booking.state) ? null : <Ratings booking={booking} />
}

function Ratings({ booking: { id: bookingId, connection } }: { booking: BookingView }) {
  const answer = useRead(ratingKeys.ofBooking(bookingId), (signal) =>
    api.ratings.ofBooking({ params: { bookingId }, signal }),
  )
  if (!answer.data)
    return <QueryState query={answer} what="la calificación" rows={1} rowClass="h-40" />
  const { rating } = answer.data
  if (!rating.outcome && !rating.mine && !rating.theirs) return null
  return <Loaded rating={rating} part={connection?.part ?? null} />
}

type Part = 1 | 2 | null

function Loaded({ rating, part }: { rating: Rating; part: Part }) {
  const { about, mine, theirs, can } = rating
  const [sent, setSent] = useState(false)
  useEffect(() => {
    // Scroll here, because the browser looked for the anchor before this part had loaded.
    if (window.location.hash === `#${RATING_ANCHOR}`) {
      document.getElementById(RATING_ANCHOR)?.scrollIntoView()
    }
  }, [])
  if (!can.rate && !mine && !theirs && !can.notTogether && !rating.notTogether) return null
  return (
    <div id={RATING_ANCHOR} className="scroll-mt-20">
      <CardSection
        title={can.rate ? `Califica a ${about.name}` : 'Calificaciones'}
        aside={<Link to={paths.person(about.id)}>Ver su perfil</Link>}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Review rating={rating} />
          {can.rate && <RatingForm {...{ rating, part }} onSent={() => setSent(true)} />}
          {mine && sent && (
            <TakesFocus>
              <Banner tone="ok" title="Gracias por calificar">
                {theirs ? 'Ya calificaron los dos: esto dijo cada uno.' : whenShown(rating)}
              </Banner>
            </TakesFocus>
          )}
          <Both rating={rating} />
          {can.notTogether && <NotTogether rating={rating} />}
        </div>
      </CardSection>
    </div>
  )
}

/** Who cancelled cannot rate, so the other rating may stay the only one. */
function whenShown({ about, outcome, closesAt }: Rating): string {
  if (outcome === 'cancelled' && closesAt) {
    return sentence(`Se ve ${dayAndTime(closesAt)}, o antes si los dos califican`)
  }
  return `Cuando ${about.name} también califique, verán lo que dijo cada uno.`
}

function Both({ rating: { about, mine, theirs, can, closesAt } }: { rating: Rating }) {
  // Unknown while only the kept ticket is shown.
  const { user } = useAuth()
  const isOver = closesAt !== null && Date.parse(closesAt) <= serverNow()
  const me = user?.first_name ?? 'ti'
  return (
    <>
      {theirs && (
        <section aria-label={`Lo que dijo ${about.name}`} className="grid gap-2">
          <div className="flex items-center justify-between gap-2">
            <h3 className="min-w-0 font-semibold break-words">{about.name} dijo de ti</h3>
            <PersonMenu
              userId={about.id}
              name={about.name}
              context={{ kind: 'rating', id: theirs.id }}
              iconLabel={`Reportar la calificación de ${about.name}`}
            />
          </div>
          <WrittenRating rating={theirs} repliedBy={me}>
            {can.reply && <ReplyForm ratingId={theirs.id} />}
          </WrittenRating>
        </section>
      )}
      {mine && (
        <section aria-label="Lo que dijiste" className="grid gap-2">
          <h3 className="font-semibold">Tú dijiste</h3>
          <WrittenRating rating={mine} repliedBy={about.name} />
          {!theirs && !can.rate && closesAt && !isOver && (
            <p className="text-sm text-muted">
              {sentence(
                `${about.name} la verá cuando también califique, o ${dayAndTime(closesAt)}`,
              )}
            </p>
          )}
        </section>
      )}
    </>
  )
}

function Review({ rating: { notTogether, about } }: { rating: Rating }) {
  if (!notTogether) return null
  if (notTogether.outcome) {
    return (
      <Banner tone="info" live="off">
        Revisamos el viaje: las calificaciones {notTogether.outcome === 'exclude' && 'no '}cuentan.
      </Banner>
    )
  }
  return (
    <Banner tone="warn" live="off" title="Estamos revisando este viaje">
      {notTogether.mine ? 'Dijiste' : `${about.name} dijo`} que no viajaron juntos. Mientras tanto,
      las calificaciones no cuentan.
    </Banner>
  )
}

/** Rating form: the stars first; tags and comment after the stars are chosen. */
function RatingForm({ rating, part, onSent }: { rating: Rating; part: Part; onSent: () => void }) {
  const { bookingId, about, as, outcome, closesAt } = rating
  const [stars, setStars] = useState<number | null>(null)
  const [tags, setTags] = useState<readonly RatingTag[]>([])
  const { note: comment, field } = useNote(0)
  const send = useRatingChange(
    bookingId,
    (given: number) =>
      api.ratings.rate({
        params: { bookingId },
        body: { stars: given, tags: [...tags], comment },
      }),
    onSent,
  )
  if (!outcome) return null
  const wrong = send.error instanceof ApiError ? send.error.fields.comment : undefined
  return (
    <div className="grid gap-5">
      <StarChoice legend={`¿Cómo te fue con ${about.name}?`} chosen={stars} onChoose={setStars} />
      {stars !== null && (
        <Form className="grid gap-5" onSend={() => send.mutateAsync(stars).catch(() => undefined)}>
          <Tags all={tagsFor(as, outcome, part)} chosen={tags} onChange={setTags} />
          <TextArea
            label="Cuéntales a los demás"
            optional
            hint="Sin teléfonos, correos, enlaces ni precios."
            rows={3}
            maxLength={RATING_COMMENT_MAX}
            {...field}
            error={wrong}
          />
          {send.isError && !wrong && <ErrorBanner error={send.error} />}
          <div className="grid gap-2">
            <Button type="submit" pending={send.isPending} pendingText="Enviando…">
              Enviar calificación
            </Button>
            <p className="text-sm text-muted">No la puedes cambiar después de enviarla.</p>
          </div>
        </Form>
      )}
      <p className="text-sm text-muted">
        {sentence(
          'Ninguno ve lo que escribió el otro hasta que califiquen los dos' +
            (closesAt ? ` o hasta ${dayAndTime(closesAt)}` : ''),
        )}
      </p>
    </div>
  )
}

type TagsProps = {
  all: readonly RatingTag[]
  chosen: readonly RatingTag[]
  onChange: (tags: readonly RatingTag[]) => void
}

function Tags({ all, chosen, onChange }: TagsProps) {
  const full = chosen.length >= RATING_TAGS_MAX
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">
        ¿Qué destacas? <span className="font-normal text-muted">(hasta {RATING_TAGS_MAX})</span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {all.map((tag) => {
          const checked = chosen.includes(tag)
          return (
            <label key={tag} className="chip">
              <input
                type="checkbox"
                className="over"
                checked={checked}
                disabled={full && !checked}
                onChange={() =>
                  onChange(checked ? chosen.filter((each) => each !== tag) : [...chosen, tag])
                }
              />
              <span>{tagWords[tag]}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

/** Form to say that the two did not travel together; a member of the team decides. */
function NotTogether({ rating: { bookingId, about } }: { rating: Rating }) {
  const [open, setOpen] = useState(false)
  const send = useRatingChange(
    bookingId,
    (statement: string) => api.ratings.notTogether({ params: { bookingId }, body: { statement } }),
    () => setOpen(false),
  )
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-4 justify-self-start"
        onClick={() => setOpen(true)}
      >
        No viajamos juntos
      </Button>
      <StatementSheet
        open={open}
        onClose={() => setOpen(false)}
        title={`¿No viajaste con ${about.name}?`}
        field={{ label: '¿Qué pasó?', rows: 4, maxLength: NOT_TOGETHER_MAX }}
        min={NOT_TOGETHER_MIN}
        action="Enviar a revisión"
        mutation={send}
      >
        <p>
          Las calificaciones de este viaje dejan de contar mientras una persona de Cupo lo revisa.
        </p>
      </StatementSheet>
    </>
  )
}

/** Mutation of a booking's rating; refetches every query that shows ratings. */
function useRatingChange<T>(
  bookingId: string,
  send: (input: T) => Promise<{ rating: Rating }>,
  onDone: () => void,
) {
  return useAct(send, {
    shows: ratingKeys.ofBooking(bookingId),
    onDone,
    refresh: [ratingKeys.all()],
  })
}
