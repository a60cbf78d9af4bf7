import type { ReactNode } from 'react'
import type { Rating } from '#contract/ratings.ts'
import { dateShort } from '#web/lib/format.ts'
import { tagWords } from './rating-words.ts'
import { Stars } from './stars.tsx'

type Written = Pick<Rating, 'stars' | 'tags' | 'comment' | 'createdAt'> & {
  reply: { text: string } | null
}

type WrittenRatingProps = {
  rating: Written
  repliedBy: string
  note?: string
  children?: ReactNode
}

export function WrittenRating({ rating, repliedBy, note, children }: WrittenRatingProps) {
  const { stars, tags, comment, createdAt, reply } = rating
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars stars={stars} />
        <span className="text-sm text-muted">
          {[note, dateShort(createdAt)].filter(Boolean).join(' · ')}
        </span>
      </p>
      {comment && <p className="wrap-anywhere whitespace-pre-line">{comment}</p>}
      {tags.length > 0 && (
        <ul aria-label="Lo que destaca" className="flex flex-wrap gap-1.5 text-sm">
          {tags.map((tag) => (
            <li key={tag} className="rounded-full bg-paper px-2.5 py-1 ring-1 ring-line ring-inset">
              {tagWords[tag]}
            </li>
          ))}
        </ul>
      )}
      {reply && (
        <div className="border-l-4 border-line pl-3">
          <p className="text-sm font-semibold break-words">Respuesta de {repliedBy}</p>
          <p className="wrap-anywhere whitespace-pre-line">{reply.text}</p>
        </div>
      )}
      {children}
    </div>
  )
}
