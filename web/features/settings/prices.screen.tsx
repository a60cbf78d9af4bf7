import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PriceTable, PriceTables } from '#contract/settings.ts'
import { api } from '#web/lib/api.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { FixedRules } from './fixed-rules.tsx'
import { PriceRows } from './price-rows.tsx'
import { ProposePrice } from './propose-price.tsx'
import { WaitingPrices } from './waiting-prices.tsx'

const tabs = { gasolina: 'Gasolina', peajes: 'Peajes', reglas: 'Techo y pico y placa' } as const
type Tab = keyof typeof tabs

const isTab = (text: string | null): text is Tab => text !== null && text in tabs

/** Prices by date: in force and coming. A second person confirms each new price. */
export function Screen() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('ver')
  const tab: Tab = isTab(asked) ? asked : 'gasolina'
  const query = useQuery({
    queryKey: ['price-tables'],
    queryFn: ({ signal }) => api.settings.showPrices({ signal }),
  })
  const answer = neededAnswer(query)
  return (
    <Page
      title="Precios con fecha"
      lead="Lo que vale hoy y lo que viene. Los viajes publicados conservan su precio."
      width="page"
    >
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Tabla</legend>
        {(Object.keys(tabs) as Tab[]).map((key) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === tab}
            onClick={() => setSearch({ ver: key })}
            className="chip"
          >
            {tabs[key]}
          </button>
        ))}
      </fieldset>
      {!answer && <SkeletonList rows={3} rowClass="h-40" />}
      {answer && tab === 'reglas' && <FixedRules answer={answer} />}
      {answer && tab !== 'reglas' && <Tables key={tab} tab={tab} answer={answer} />}
    </Page>
  )
}

function Tables({ tab, answer }: { tab: 'gasolina' | 'peajes'; answer: PriceTables }) {
  const [typed, setTyped] = useState('')
  const kind = tab === 'gasolina' ? 'fuel' : 'toll'
  const tables = kind === 'fuel' ? answer.fuel : answer.tolls
  const shown = tables.filter(({ name }) => plain(name).includes(plain(typed)))
  return (
    <>
      <WaitingPrices waiting={answer.waiting.filter((one) => one.kind === kind)} />
      <ProposePrice kind={kind} tables={tables} today={answer.today} />
      <TextField
        label={kind === 'fuel' ? 'Buscar una ciudad' : 'Buscar un peaje'}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        {shown.map((table: PriceTable) => (
          <li key={table.subjectId}>
            <PriceRows table={table} unit={kind === 'fuel' ? 'por galón' : 'por paso'} />
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="text-muted">Nada con ese nombre.</p>}
    </>
  )
}

/** Text without accents and in lower case, so that a search for "jordan" finds "Jordán". */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
