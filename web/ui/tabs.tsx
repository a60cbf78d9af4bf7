import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { cx } from './cx.ts'

type TabsProps<K extends string> = {
  label: string
  tabs: readonly { key: K; title: ReactNode; content: ReactNode }[]
  selected: K
  onSelect: (key: K) => void
}

const LOOK =
  '-mb-px min-h-12 cursor-pointer border-b-3 px-3 py-3 font-semibold whitespace-nowrap sm:px-4'

/** The tab to which an arrow key, Home or End moves, in a circle; undefined for other keys. */
export function tabAfter(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/**
 * A few views of one screen, by the tabs pattern of the ARIA guide: the tab list is one stop of the
 * Tab key, and arrow keys move and select. Keep the selected tab in the address.
 */
export function Tabs<K extends string>({ label, tabs, selected, onSelect }: TabsProps<K>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const current = tabs.find((tab) => tab.key === selected) ?? tabs[0]

  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.key === current?.key)
    const next = tabAfter(event.key, at, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab || next === undefined) return
    event.preventDefault()
    onSelect(tab.key)
    list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]')[next]?.focus()
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="mb-5 flex flex-wrap gap-1 border-b border-line"
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ key, title }) => {
          const chosen = key === current?.key
          return (
            <button
              key={key}
              type="button"
              role="tab"
              id={`${id}-${key}`}
              aria-selected={chosen}
              aria-controls={`${id}-panel`}
              tabIndex={chosen ? 0 : -1}
              onClick={() => onSelect(key)}
              className={cx(
                LOOK,
                chosen
                  ? 'border-bosque text-bosque'
                  : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {title}
            </button>
          )
        })}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current?.key}`}>
        {current?.content}
      </div>
    </>
  )
}
