import { useState } from 'react'
import {
  RATING_COMMENT_MAX,
  RATING_TAGS_MAX,
  type RatingTag,
  ratingTags,
} from '#contract/rating-tags.ts'
import type { BookingRating } from '#contract/ratings.ts'
import { tagWords } from '#web/domain/ratings/rating-words.ts'
import { StarChoice } from '#web/domain/ratings/stars.tsx'
import { api } from '#web/lib/api.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { dateTime } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useRatingChange } from './use-rating.ts'

type RatingFormProps = { rating: BookingRating; onSent: () => void }

/** Rating form: the stars first; tags and comment after the stars are chosen. */
export function RatingForm({ rating, onSent }: RatingFormProps) {
  const { bookingId, about, as, outcome, closesAt } = rating
  const [stars, setStars] = useState<number | null>(null)
  const [tags, setTags] = useState<readonly RatingTag[]>([])
  const [comment, setComment] = useState('')
  const send = useRatingChange(
    bookingId,
    (given: number) =>
      api.ratings.rate({
        params: { bookingId },
        body: { stars: given, tags: [...tags], comment: comment.trim() },
      }),
    onSent,
  )
  if (!outcome) return null
  const wrong = send.error instanceof ApiError ? send.error.fields.comment : undefined
  const legend =
    outcome === 'travelled'
      ? `¿Cómo te fue con ${about.name}?`
      : `¿Cómo manejó ${about.name} la cancelación?`
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (stars !== null && !send.isPending) send.mutate(stars)
      }}
    >
      <StarChoice legend={legend} chosen={stars} onChoose={setStars} />
      {stars !== null && (
        <>
          <Tags all={ratingTags[as][outcome]} chosen={tags} onChange={setTags} />
          <TextArea
            label="Cuéntales a los demás"
            optional
            hint="Sin teléfonos, correos, enlaces ni precios."
            rows={3}
            maxLength={RATING_COMMENT_MAX}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
            error={wrong}
          />
          {send.isError && !wrong && <Banner tone="err">{messageOf(send.error)}</Banner>}
          <div className="grid gap-2">
            <Button type="submit" pending={send.isPending} pendingText="Enviando…">
              Enviar calificación
            </Button>
            <p className="text-sm text-muted">No la puedes cambiar después de enviarla.</p>
          </div>
        </>
      )}
      <p className="text-sm text-muted">
        Ninguno ve lo que escribió el otro hasta que califiquen los dos
        {closesAt ? ` o hasta el ${dateTime(closesAt)}.` : '.'}
      </p>
    </form>
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
