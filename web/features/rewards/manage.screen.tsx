import { useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  REWARD_CODES_TEXT_MAX,
  REWARD_PER_PERSON_MAX,
  REWARD_POINTS_MAX,
} from '#contract/reward-limits.ts'
import type { ManagedReward, RewardKind } from '#contract/rewards.ts'
import { api } from '#web/lib/api.ts'
import { dateShort, number, plural, today } from '#web/lib/format.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { rewardKeys } from '#web/shared/rewards/reward-links.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { optionsOf, Select } from '#web/ui/select.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { kindWords, points } from './reward-words.ts'

/** The catalogue of rewards, for the team that manages it. */
export function Screen() {
  return (
    <Page
      title="Recompensas del catálogo"
      lead="Lo que los aliados dan por puntos, con sus códigos."
      width="page"
    >
      <NewReward />
      <Rewards />
    </Page>
  )
}

function Rewards() {
  const [query, pager] = usePages(rewardKeys.managed, (page, signal) =>
    api.rewards.manage({ query: page, signal }),
  )
  const answer = neededAnswer(query)
  if (!answer) return <SkeletonList rows={2} rowClass="h-56" />
  if (answer.total === 0) {
    return (
      <EmptyState region="llano" title="El catálogo está vacío">
        Agrega la primera recompensa cuando un aliado te dé sus códigos.
      </EmptyState>
    )
  }
  return (
    <>
      {answer.items.map((item) => (
        <ManagedCard key={item.id} item={item} />
      ))}
      <Pager {...pager} of="recompensas" />
    </>
  )
}

function ManagedCard({ item }: { item: ManagedReward }) {
  const facts: [string, string][] = [
    ['Tipo', kindWords[item.kind]],
    ['Aliado', item.partner],
    ['Vale', points(item.points)],
    ['Por persona', number(item.perPerson)],
    ['Vigencia', `${dateShort(item.validFrom)} a ${dateShort(item.validUntil)}`],
    ['Códigos', `${number(item.loaded)} cargados, ${number(item.redeemed)} canjeados`],
  ]
  return (
    <CardSection title={item.title} aside={<State item={item} />}>
      <p className="mb-4 wrap-anywhere">{item.description}</p>
      <Facts className="mb-4 grid gap-3 sm:grid-cols-3" facts={facts} />
      {item.retiredAt === null && <Change item={item} />}
    </CardSection>
  )
}

function State({ item: { retiredAt, loaded, redeemed, goldOnly } }: { item: ManagedReward }) {
  return (
    <span className="flex flex-wrap gap-2">
      {goldOnly && <StatusPill tone="warn">Gold</StatusPill>}
      {retiredAt && <StatusPill tone="neutral">Retirada</StatusPill>}
      {!retiredAt && loaded === 0 && <StatusPill tone="urgent">Sin códigos</StatusPill>}
      {!retiredAt && loaded > 0 && loaded === redeemed && (
        <StatusPill tone="urgent">Agotada</StatusPill>
      )}
    </span>
  )
}

function Change({ item: { id: rewardId } }: { item: ManagedReward }) {
  const [codes, setCodes] = useState('')
  const [asks, setAsks] = useState(false)
  const params = { rewardId }
  const load = useAct(() => api.rewards.addCodes({ params, body: { codes } }), {
    done: ({ added, repeated }) => {
      const had = repeated > 0 ? ` ${plural(repeated, 'ya estaba', 'ya estaban')}.` : ''
      return `${plural(added, 'código cargado', 'códigos cargados')}.${had}`
    },
    onDone: () => setCodes(''),
    refresh: [['managed-rewards']],
  })
  const retire = useAct(() => api.rewards.retire({ params, body: {} }), {
    done: 'Recompensa retirada',
    refresh: [['managed-rewards']],
  })
  return (
    <div className="grid gap-4">
      <ErrorBanner error={load.error} />
      <TextArea
        label="Códigos del aliado"
        hint="Uno por línea, o un CSV con el código en la primera columna. Quedan cifrados."
        rows={3}
        maxLength={REWARD_CODES_TEXT_MAX}
        spellCheck={false}
        value={codes}
        onChange={(event) => setCodes(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button disabled={codes.trim() === ''} run={load} pendingText="Cargando…">
          Cargar códigos
        </Button>
        <Button variant="secondary" onClick={() => setAsks(true)}>
          Retirar del catálogo…
        </Button>
      </div>
      <ConfirmDialog
        open={asks}
        title="¿Retirar esta recompensa?"
        confirm="Retirar del catálogo"
        keep="Conservarla"
        run={retire}
        onKeep={() => setAsks(false)}
        danger
      >
        <p>Nadie más la puede canjear, y no vuelve al catálogo. Lo ya canjeado sigue valiendo.</p>
      </ConfirmDialog>
    </div>
  )
}

type Fields = {
  kind: RewardKind
  title: string
  description: string
  partner: string
  points: string
  perPerson: string
  goldOnly: boolean
  validFrom: string
  validUntil: string
}

const empty = (): Fields => ({
  kind: 'event_discount',
  title: '',
  description: '',
  partner: '',
  points: '',
  perPerson: '1',
  goldOnly: false,
  validFrom: today(),
  validUntil: '',
})

const needed = (what: string) => ({
  validate: (value: string) => value.trim() !== '' || `Escribe ${what}.`,
})
const whole = (max: number) => ({
  validate: (value: string) =>
    (/^\d+$/.test(value.trim()) && Number(value) >= 1 && Number(value) <= max) ||
    'Escribe un número entero mayor que cero.',
})

const options = optionsOf(kindWords)

/** Adds a reward; people see it once it has codes. */
function NewReward() {
  const [open, setOpen] = useState(false)
  if (!open) {
    return (
      <Button className="justify-self-start" onClick={() => setOpen(true)}>
        Agregar recompensa
      </Button>
    )
  }
  return (
    <CardSection title="Nueva recompensa">
      <RewardForm onClose={() => setOpen(false)} />
    </CardSection>
  )
}

function useCreate(onClose: () => void) {
  const [idempotencyKey] = useState(newIdempotencyKey)
  return useAct(
    ({ points, perPerson, ...fields }: Fields) =>
      api.rewards.create({
        body: { ...fields, points: Number(points), perPerson: Number(perPerson) },
        idempotencyKey,
      }),
    {
      done: 'Recompensa agregada. Carga sus códigos.',
      onDone: onClose,
      refresh: [['managed-rewards']],
    },
  )
}

function RewardForm({ onClose }: { onClose: () => void }) {
  const form = useForm<Fields>({ mode: 'onTouched', defaultValues: empty() })
  const create = useCreate(onClose)
  const { errors } = form.formState
  const text = (name: 'title' | 'partner', label: string, what: string) => (
    <TextField
      label={label}
      maxLength={80}
      {...form.register(name, needed(what))}
      error={errors[name]?.message}
    />
  )
  const count = (name: 'points' | 'perPerson', label: string, max: number) => (
    <TextField
      label={label}
      inputMode="numeric"
      {...form.register(name, whole(max))}
      error={errors[name]?.message}
    />
  )
  const day = (name: 'validFrom' | 'validUntil', label: string) => (
    <TextField
      label={label}
      type="date"
      {...form.register(name, needed('la fecha'))}
      error={errors[name]?.message}
    />
  )
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((fields) => create.mutate(fields))}
      className="grid gap-4"
    >
      <ErrorBanner error={create.error} />
      <Select label="Tipo" options={options} {...form.register('kind')} />
      {text('title', 'Título', 'un título')}
      {text('partner', 'Aliado', 'quién la da')}
      <TextArea
        label="Qué da y cómo se usa"
        maxLength={600}
        {...form.register('description', needed('qué da'))}
        error={errors.description?.message}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {count('points', 'Puntos que vale', REWARD_POINTS_MAX)}
        {count('perPerson', 'Veces por persona', REWARD_PER_PERSON_MAX)}
        {day('validFrom', 'Desde')}
        {day('validUntil', 'Hasta')}
      </div>
      <Checkbox label="Solo para tarjeta Gold" {...form.register('goldOnly')} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onClose} disabled={create.isPending}>
          Cancelar
        </Button>
        <Button type="submit" pending={create.isPending} pendingText="Guardando…">
          Agregar al catálogo
        </Button>
      </div>
    </form>
  )
}
