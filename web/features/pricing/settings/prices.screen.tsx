import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PriceProposal, PriceTable, PriceTables } from '#contract/settings.ts'
import { unaccented } from '#contract/typed-text.ts'
import { api } from '#web/lib/api.ts'
import { dateShort, dateTime, number, pesos } from '#web/lib/format.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { SameDevice } from '#web/shared/desk/back-office/same-device.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import { ChipChoice } from '#web/ui/chip-choice.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { ProposePrice } from './propose-price.tsx'

const tabs = {
  gasolina: 'Gasolina',
  peajes: 'Peajes',
  seguro: 'Seguro',
  fondo: 'Fondo',
  reglas: 'Techo y pico y placa',
} as const
type Tab = keyof typeof tabs

const isTab = (text: string | null): text is Tab => text !== null && text in tabs

/** Prices by date: in force and coming. A second person confirms each new price. */
export function Screen() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('ver')
  const tab: Tab = isTab(asked) ? asked : 'gasolina'
  const answer = useNeeded(['price-tables'], (signal) => api.settings.showPrices({ signal }))
  return (
    <Page
      title="Precios con fecha"
      lead="Lo que vale hoy y lo que viene. Los viajes publicados conservan su precio."
      width="page"
    >
      <ChipChoice
        legend="Tabla"
        options={tabs}
        selected={tab}
        onSelect={(key) => setSearch({ ver: key })}
      />
      {!answer && <SkeletonList rows={3} rowClass="h-40" />}
      {answer && tab === 'reglas' && <FixedRules answer={answer} />}
      {answer && tab === 'seguro' && <Insurance answer={answer} />}
      {answer && tab === 'fondo' && <Fund answer={answer} />}
      {answer && (tab === 'gasolina' || tab === 'peajes') && (
        <Tables key={tab} tab={tab} answer={answer} />
      )}
    </Page>
  )
}

function Tables({ tab, answer }: { tab: 'gasolina' | 'peajes'; answer: PriceTables }) {
  const [typed, setTyped] = useState('')
  const kind = tab === 'gasolina' ? 'fuel' : 'toll'
  const tables = kind === 'fuel' ? answer.fuel : answer.tolls
  const shown = tables.filter(({ name }) => unaccented(name).includes(unaccented(typed)))
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

/** The day from which publishing needs an insurance of every car; two people set it. */
function Insurance({ answer }: { answer: PriceTables }) {
  const { insuranceFrom, today } = answer
  return (
    <>
      <p>
        {insuranceFrom
          ? `Desde el ${dateShort(insuranceFrom)} publicar necesita el seguro del carro.`
          : 'El seguro del carro se pide a conductores nuevos; a los demás se les recuerda.'}{' '}
        Los viajes publicados siguen igual.
      </p>
      <WaitingPrices waiting={answer.waiting.filter(({ kind }) => kind === 'insurance')} />
      <ProposePrice kind="insurance" tables={[]} today={today} />
    </>
  )
}

/** Settings of the guarantee fund, and sums of the company for it; two people decide each. */
function Fund({ answer: { waiting, today } }: { answer: PriceTables }) {
  return (
    <>
      <p>
        Cada cambio y cada aporte lo confirma otra persona. Lo que vale hoy está en{' '}
        <Link to="/admin/fund">Fondo de garantía</Link>.
      </p>
      <WaitingPrices waiting={waiting.filter(({ kind }) => kind === 'fund')} />
      <ProposePrice kind="fund" tables={[]} today={today} />
    </>
  )
}

const onWords = { odd: 'Fechas impares', even: 'Fechas pares', any: 'Ese día' } as const
const kindWords = {
  daily: 'Pico y placa en Bogotá, días hábiles',
  regional: 'Pico y placa regional, al entrar un lunes festivo',
} as const

/** Rules that are part of a release: they are read here, and changed with one. */
function FixedRules({ answer: { factors, plates } }: { answer: PriceTables }) {
  const { kmPerGallon, floor, ceiling, stepPesos } = factors
  return (
    <>
      <p className="text-muted">
        Estas reglas son parte del programa: cambian con una versión nueva, y lo publicado conserva
        su precio.
      </p>
      <CardSection title="Techo del precio de un cupo">
        <ul className="grid gap-2">
          <li>Rendimiento: {number(kmPerGallon)} km por galón.</li>
          <li>Mínimo: {number(floor * 100)} % de una parte igual del costo.</li>
          <li>
            Máximo: {number(ceiling * 100)} % de esa parte, y nunca más que el costo entre los
            pasajeros.
          </li>
          <li>Pasos de {pesos(stepPesos)}.</li>
        </ul>
      </CardSection>
      {plates.map(({ kind, from, to, source, windows }) => (
        <CardSection key={`${kind} ${from}`} title={kindWords[kind]}>
          <p className="tnum text-muted">
            Desde {dateShort(from)}
            {to && ` hasta ${dateShort(to)}`} · {source}
          </p>
          <ul className="mt-3 grid gap-2">
            {windows.map(({ on, fromHour, toHour, digits }) => (
              <li key={`${on} ${fromHour}`} className="tnum">
                {onWords[on]}, de {fromHour}:00 a {toHour}:00: placas terminadas en{' '}
                {[...digits].join(', ')}.
              </li>
            ))}
          </ul>
        </CardSection>
      ))}
    </>
  )
}

const words = {
  current: ['ok', 'Vale hoy'],
  coming: ['info', 'Viene'],
  past: ['neutral', 'Pasado'],
} as const

const SUMMARY = 'inline-flex min-h-11 cursor-pointer items-center font-semibold text-bosque'

function PriceRows({ table: { name, rows }, unit }: { table: PriceTable; unit: string }) {
  const live = rows.filter(({ state }) => state !== 'past')
  const past = rows.filter(({ state }) => state === 'past')
  return (
    <Card className="grid h-full grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h2 className="text-xl wrap-anywhere">{name}</h2>
      {live.length === 0 && <p className="text-muted">Sin precio que valga hoy.</p>}
      <Rows rows={live} unit={unit} />
      {past.length > 0 && (
        <details>
          <summary className={SUMMARY}>
            Precios anteriores
            <span className="sr-only"> de {name}</span>
          </summary>
          <Rows rows={past} unit={unit} />
        </details>
      )}
    </Card>
  )
}

function Rows({ rows, unit }: { rows: readonly PriceTable['rows'][number][]; unit: string }) {
  return (
    <ul className="grid gap-3">
      {rows.map(({ validFrom, validTo, pesos: price, source, state }) => (
        <li key={validFrom} className="grid gap-1">
          <p className="flex flex-wrap items-center justify-between gap-2">
            <span className="tnum font-semibold">
              {pesos(price)} {unit}
            </span>
            <StatusPill tone={words[state][0]}>{words[state][1]}</StatusPill>
          </p>
          <p className="tnum text-sm text-muted wrap-anywhere">
            Desde {dateShort(validFrom)}
            {validTo && ` hasta ${dateShort(validTo)}`} · {source}
          </p>
        </li>
      ))}
    </ul>
  )
}

function WaitingPrices({ waiting }: { waiting: readonly PriceProposal[] }) {
  if (waiting.length === 0) return null
  return (
    <CardSection title="Por confirmar">
      <ul className="grid divide-y divide-line">
        {waiting.map((item) => (
          <Waiting key={item.id} item={item} />
        ))}
      </ul>
    </CardSection>
  )
}

function Waiting({ item }: { item: PriceProposal }) {
  const decide = useAct(
    (outcome: 'confirmed' | 'rejected') =>
      api.settings.decidePrice({ params: { proposalId: item.id }, body: { outcome } }),
    {
      shows: ['price-tables'],
      done: (_, outcome) => (outcome === 'confirmed' ? 'Confirmado' : 'Descartado'),
    },
  )
  const value = item.kind === 'fund' && item.pesos ? number(item.pesos) : pesos(item.pesos ?? 0)
  const price = item.pesos === null ? '' : ` ${value}`
  const what = `${item.name},${price} desde ${dateShort(item.validFrom)}`
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 py-4 first:pt-0 last:pb-0">
      <p className="font-semibold wrap-anywhere">{what}</p>
      <p className="text-sm text-muted wrap-anywhere">
        {item.source} · {item.proposedBy}, {dateTime(item.proposedAt)}
      </p>
      {!item.can.confirm && <p className="text-sm">Lo confirma otra persona.</p>}
      {item.can.confirm && item.sameDevice && <SameDevice by={item.proposedBy} />}
      <ErrorBanner error={decide.error} />
      <div className="flex flex-wrap gap-3">
        {item.can.confirm && (
          <Button
            aria-label={`Confirmar ${what}`}
            pending={decide.isPending}
            onClick={() => decide.mutate('confirmed')}
          >
            Confirmar
          </Button>
        )}
        <Button
          variant="secondary"
          aria-label={`Descartar ${what}`}
          pending={decide.isPending}
          onClick={() => decide.mutate('rejected')}
        >
          Descartar
        </Button>
      </div>
    </li>
  )
}
