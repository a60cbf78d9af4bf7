import type { Profile } from '#contract/profiles.ts'
import type { Rating } from '#contract/ratings.ts'
import { api } from '#web/lib/api.ts'
import { plural } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { PersonMenu } from '#web/shared/conduct/person-menu.tsx'
import { ratingKeys } from '#web/shared/ratings/rating-keys.ts'
import { averageWords } from '#web/shared/ratings/rating-line.tsx'
import { partWords, starWords } from '#web/shared/ratings/rating-words.ts'
import { ReplyForm } from '#web/shared/ratings/reply-form.tsx'
import { WrittenRating } from '#web/shared/ratings/written-rating.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { QueryState } from '#web/ui/query-state.tsx'

/** Ratings that a person received: the distribution, then comments with replies. */
export function ReceivedRatings({ profile }: { profile: Profile }) {
  const { rating, name } = profile
  return (
    <CardSection title="Lo que dicen quienes viajaron">
      {rating.average === null ? (
        <p className="text-muted">
          Aún sin calificaciones. Aparecen aquí cuando {name} y la otra persona califican un viaje.
        </p>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Distribution rating={rating} average={rating.average} />
          <Comments profile={profile} />
        </div>
      )}
    </CardSection>
  )
}

type DistributionProps = { rating: Profile['rating']; average: number }

function Distribution({ rating: { stars, count }, average }: DistributionProps) {
  const rows = stars.map((found, i) => ({ found, value: i + 1 })).reverse()
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
      <p className="grid justify-items-center">
        <span className="tnum font-display text-4xl font-extrabold">{averageWords(average)}</span>
        <span className="text-sm text-muted">
          {plural(count, 'calificación', 'calificaciones')}
        </span>
      </p>
      <ul aria-label="Calificaciones por estrellas" className="grid flex-1 basis-48 gap-1 text-sm">
        {rows.map(({ found, value }) => (
          <li key={value} className="grid grid-cols-[5.5rem_minmax(0,1fr)_2rem] items-center gap-2">
            <span>{starWords(value)}</span>
            <span aria-hidden="true" className="h-2 rounded-full bg-line">
              <span
                className="block h-2 rounded-full bg-maiz"
                style={{ width: `${(100 * found) / count}%` }}
              />
            </span>
            <span className="tnum text-right">{found}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Comments({ profile: { id: userId, name } }: { profile: Profile }) {
  const [answer, pager] = usePages(
    (page) => ratingKeys.ofPerson(userId, page),
    (query, signal) => api.ratings.ofUser({ params: { userId }, query, signal }),
  )
  if (!answer.isSuccess)
    return <QueryState query={answer} what="los comentarios" rows={2} rowClass="h-24" />
  return (
    <>
      <ul className="grid gap-6">
        {answer.data.ratings.map((rating) => (
          <Comment key={rating.id} rating={rating} repliedBy={name} />
        ))}
      </ul>
      <Pager {...pager} of="calificaciones" />
    </>
  )
}

function Comment({ rating, repliedBy }: { rating: Rating; repliedBy: string }) {
  const { by, as, outcome, can } = rating
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
      <Avatar name={by.name} photoUrl={by.photoUrl} size="sm" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <p className="flex items-center justify-between gap-2 font-semibold">
          <span className="min-w-0 break-words">
            <Link to={paths.person(by.id)}>{by.name}</Link>
          </span>
          <PersonMenu
            userId={by.id}
            name={by.name}
            context={{ kind: 'rating', id: rating.id }}
            iconLabel={`Reportar la calificación de ${by.name}`}
          />
        </p>
        <WrittenRating rating={rating} repliedBy={repliedBy} note={partWords(as, outcome)}>
          {can.reply && <ReplyForm ratingId={rating.id} />}
        </WrittenRating>
      </div>
    </li>
  )
}
