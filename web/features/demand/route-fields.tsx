import { loadEnds } from '#web/shared/places/load-places.ts'
import type { ComboItem } from '#web/ui/combo-item.ts'
import { Combobox } from '#web/ui/combobox.tsx'

type Ends = { from: ComboItem | null; to: ComboItem | null }

type RouteFieldsProps = {
  ends: Ends
  onChange: (end: Partial<Ends>) => void
  problems?: { from?: string; to?: string }
}

/** Fields for the municipality where a trip starts and the one where it ends. */
export function RouteFields({ ends, onChange, problems = {} }: RouteFieldsProps) {
  const field = { placeholder: 'Escribe un municipio', loadItems: loadEnds }
  return (
    <>
      <Combobox
        {...field}
        label="Desde"
        value={ends.from}
        onChange={(from) => onChange(from?.both ?? { from })}
        error={problems.from}
      />
      <Combobox
        {...field}
        label="Hasta"
        value={ends.to}
        onChange={(to) => onChange(to?.both ?? { to })}
        error={problems.to}
      />
    </>
  )
}
