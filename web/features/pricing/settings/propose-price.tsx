import { useState } from 'react'
import { readCents } from '#contract/peso-amount.ts'
import {
  FUEL_MAX_PESOS,
  FUEL_MIN_PESOS,
  fundLimits,
  fundSettings,
  PRICE_SOURCE_MAX,
  PRICE_SOURCE_MIN,
  TOLL_MAX_PESOS,
  TOLL_MIN_PESOS,
} from '#contract/price-limits.ts'
import type { PriceTable } from '#contract/settings.ts'
import { api } from '#web/lib/api.ts'
import { number } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Form } from '#web/ui/form.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'

type Kind = 'fuel' | 'toll' | 'insurance' | 'fund'
type Setting = keyof typeof fundSettings

type ProposePriceProps = { kind: Kind; tables: readonly PriceTable[]; today: string }

const limits = {
  fuel: [FUEL_MIN_PESOS, FUEL_MAX_PESOS],
  toll: [TOLL_MIN_PESOS, TOLL_MAX_PESOS],
  fund: fundLimits.open,
} as const

const labels = {
  fuel: ['Ciudad', 'Pesos por galón', 'Proponer un precio'],
  toll: ['Peaje', 'Pesos por paso, categoría I', 'Proponer un precio'],
  fund: ['Qué', 'Valor', 'Proponer un cambio o un aporte'],
  insurance: ['', '', 'Proponer la fecha'],
} as const

type Draft = { subjectId: string; validFrom: string; pesos: string; source: string }

/** The amount as it was typed or pasted; not a number for other texts. */
const amountOf = (typed: string) => (readCents(typed) ?? Number.NaN) / 100

function faultsOf(draft: Draft, kind: Kind, today: string): Partial<Draft> {
  return {
    ...(kind === 'insurance' ? {} : priceFaults(draft, kind)),
    ...(draft.validFrom >= today ? {} : { validFrom: 'Desde hoy o desde un día que viene.' }),
    ...(draft.source.trim().length >= PRICE_SOURCE_MIN
      ? {}
      : { source: `Escribe al menos ${PRICE_SOURCE_MIN} letras.` }),
  }
}

function priceFaults(draft: Draft, kind: Exclude<Kind, 'insurance'>): Partial<Draft> {
  const isSetting = kind === 'fund' && draft.subjectId in fundLimits
  const [min, max] = isSetting ? fundLimits[draft.subjectId as Setting] : limits[kind]
  const price = amountOf(draft.pesos)
  const isPrice = Number.isInteger(price) && price >= min && price <= max
  return {
    ...(draft.subjectId ? {} : { subjectId: 'Elige cuál.' }),
    ...(isPrice ? {} : { pesos: `Entre ${number(min)} y ${number(max)}.` }),
  }
}

/** Sends the proposed price; calls `onDone` once it waits for a second person. */
function usePropose(kind: Kind, onDone: () => void) {
  return useAct(
    ({ pesos: price, subjectId, validFrom, source: typed }: Draft) => {
      const source = typed.trim()
      const dated = { validFrom, source }
      return api.settings.proposePrice({
        body:
          kind === 'insurance'
            ? { kind, subjectId: 'insurance', ...dated }
            : kind === 'fund'
              ? { kind, subjectId: subjectId as Setting, pesos: amountOf(price), ...dated }
              : { kind, subjectId, pesos: amountOf(price), ...dated },
      })
    },
    { shows: ['price-tables'], done: 'Propuesto: lo confirma otra persona', onDone },
  )
}

/** Form for a new price with first day and source; a second person must confirm it. */
export function ProposePrice({ kind, tables, today }: ProposePriceProps) {
  const empty = { subjectId: '', validFrom: today, pesos: '', source: '' }
  const [draft, setDraft] = useState<Draft>(empty)
  const [checked, setChecked] = useState(false)
  const propose = usePropose(kind, () => {
    setDraft(empty)
    setChecked(false)
  })
  const isPrice = kind !== 'insurance'
  const faults = faultsOf(draft, kind, today)
  const bind = (name: keyof Draft) => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) =>
      setDraft({ ...draft, [name]: event.target.value }),
    error: checked ? faults[name] : undefined,
  })
  return (
    <CardSection title={labels[kind][2]}>
      <Form
        className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[repeat(2,minmax(0,1fr))]"
        onSend={() => {
          setChecked(true)
          if (Object.keys(faults).length === 0) propose.mutate(draft)
        }}
      >
        {isPrice && (
          <Select
            label={labels[kind][0]}
            placeholder="Elige"
            options={
              kind === 'fund'
                ? Object.entries(fundSettings).map(([value, label]) => ({ value, label }))
                : tables.map(({ subjectId, name }) => ({ value: subjectId, label: name }))
            }
            {...bind('subjectId')}
          />
        )}
        <TextField label="Vale desde" type="date" min={today} {...bind('validFrom')} />
        {isPrice && (
          <TextField
            label={labels[kind][1]}
            inputMode="numeric"
            autoComplete="off"
            {...bind('pesos')}
          />
        )}
        <TextField
          label={isPrice ? 'Fuente' : 'Motivo'}
          hint={isPrice ? 'De dónde sale, con su fecha.' : 'Quién lo decidió y por qué.'}
          autoComplete="off"
          maxLength={PRICE_SOURCE_MAX}
          {...bind('source')}
        />
        <div className="grid gap-3 sm:col-span-2">
          <ErrorBanner error={propose.error} />
          <Button type="submit" className="justify-self-start" pending={propose.isPending}>
            Proponer
          </Button>
        </div>
      </Form>
    </CardSection>
  )
}
