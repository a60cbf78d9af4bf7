import { Check, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { SITE } from '#web/lib/site.ts'
import { cx } from '#web/ui/cx.ts'
import type { CaseItem, CaseState } from './case-state.ts'
import { caseName } from './document-words.ts'
import { useReviewPhoto } from './photo-viewer.tsx'

type PhotoStripProps = {
  items: readonly CaseItem[]
  current: CaseItem
  state: CaseState
  onChoose: (item: CaseItem) => void
}

/** Every photo of a case, small and in order, with what was seen and what is rejected. */
export function PhotoStrip({ items, current, state, onChoose }: PhotoStripProps) {
  if (items.length < 2) return null
  return (
    <ul aria-label="Fotos" className="flex gap-2 overflow-x-auto p-1">
      {items.map((item) => {
        const shared = {
          isCurrent: item === current,
          isSeen: state.seen.includes(item.version),
          isRejected: item.document.id in state.rejected,
          onChoose: () => onChoose(item),
        }
        const key = item.document.id
        return item.photo ? (
          <Thumb key={key} item={item} url={SITE + item.photo.url} {...shared} />
        ) : (
          <DocumentThumb key={key} item={item} {...shared} />
        )
      })}
    </ul>
  )
}

type ThumbProps = {
  item: CaseItem
  url: string | null
  isCurrent: boolean
  isSeen: boolean
  isRejected: boolean
  onChoose: () => void
}

function DocumentThumb(props: Omit<ThumbProps, 'url'>) {
  const { url } = useReviewPhoto(props.item.document.id, 'review')
  return <Thumb {...props} url={url} />
}

function Thumb({ item, url, isCurrent, isSeen, isRejected, onChoose }: ThumbProps) {
  const { document } = item
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) place.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isCurrent])
  const state = isRejected ? 'se rechaza' : isSeen ? 'vista' : 'sin ver'
  const Mark = isRejected ? X : Check
  return (
    <li ref={place} className="shrink-0">
      <button
        type="button"
        aria-current={isCurrent || undefined}
        aria-label={`${caseName(document.kind)}, ${state}`}
        onClick={onChoose}
        className={cx(
          'relative block h-12 w-16 cursor-pointer overflow-hidden rounded-control bg-paper ring-1',
          isCurrent ? 'ring-3 ring-bosque' : 'ring-edge',
        )}
      >
        {url && <img src={url} alt="" className="size-full object-cover" />}
        {(isSeen || isRejected) && (
          <span
            className={cx(
              'absolute right-0.5 bottom-0.5 rounded-full p-0.5',
              isRejected ? 'bg-err text-on-err' : 'bg-bosque text-on-bosque',
            )}
          >
            <Mark className="size-3.5" />
          </span>
        )}
      </button>
    </li>
  )
}
