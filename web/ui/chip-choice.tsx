type ChipChoiceProps<K extends string> = {
  /** Name of the choice, for screen readers. */
  legend: string
  options: Readonly<Record<K, string>>
  /** Null when the list is narrowed in another way. */
  selected: K | null
  onSelect: (key: K) => void
}

/** Choice of one part of a list among a few, as chips. Keep the choice in the address. */
export function ChipChoice<K extends string>(props: ChipChoiceProps<K>) {
  const { legend, options, selected, onSelect } = props
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{legend}</legend>
      {(Object.keys(options) as K[]).map((key) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === selected}
          onClick={() => onSelect(key)}
          className="chip"
        >
          {options[key]}
        </button>
      ))}
    </fieldset>
  )
}
