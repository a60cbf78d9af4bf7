import { Star } from 'lucide-react'
import { useId } from 'react'
import { cx } from '#web/ui/cx.ts'
import { starWords } from './rating-words.ts'

const ALL = [1, 2, 3, 4, 5] as const

export function Stars({ stars }: { stars: number }) {
  return (
    <span role="img" aria-label={starWords(stars)} className="inline-flex gap-0.5">
      {ALL.map((each) => (
        <Star
          key={each}
          className={cx('size-4', each <= stars ? 'fill-maiz text-maiz' : 'text-edge')}
        />
      ))}
    </span>
  )
}

const says = ['Muy mal', 'Mal', 'Regular', 'Bien', 'Excelente'] as const

type StarChoiceProps = { legend: string; chosen: number | null; onChoose: (stars: number) => void }

/** Stars to choose; several of them can stand on one screen. */
export function StarChoice({ legend, chosen, onChoose }: StarChoiceProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
        {ALL.map((each) => (
          <label
            key={each}
            className="relative grid size-12 cursor-pointer place-items-center rounded-control
              hover:bg-bosque-soft has-focus-visible:outline-2 has-focus-visible:outline-bosque"
          >
            <input
              type="radio"
              name={name}
              value={each}
              checked={chosen === each}
              onChange={() => onChoose(each)}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            <span className="sr-only">
              {starWords(each)}: {says[each - 1]}
            </span>
            <Star
              className={cx(
                'size-9',
                chosen !== null && each <= chosen ? 'fill-maiz text-maiz' : 'text-edge',
              )}
            />
          </label>
        ))}
        <span aria-hidden="true" className="ml-2 text-muted">
          {chosen === null ? 'Elige de 1 a 5' : says[chosen - 1]}
        </span>
      </div>
    </fieldset>
  )
}
