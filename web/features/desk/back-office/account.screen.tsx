import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { LedgerAccountName, LedgerBalance } from '#contract/back-office-ledger.ts'
import { wordOf } from '#contract/desk-words.ts'
import { api } from '#web/lib/api.ts'
import { number } from '#web/lib/format.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { moment } from '#web/shared/desk/back-office/desk-words.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Form } from '#web/ui/form.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { dayFields, type FilterField } from './desk-filters.tsx'
import { DeskList } from './desk-list.tsx'
import { linkTo } from './desk-parts.tsx'
import { accountName, MoneyLine, sumText } from './money-lines.tsx'

const fieldsWith = (codes: readonly string[]): readonly FilterField[] => [
  {
    name: 'code',
    url: 'codigo',
    label: 'Movimiento',
    kind: 'select',
    options: codes.map((value) => ({ value, label: wordOf(value) })),
  },
  ...dayFields,
]

/** A ledger account with its balance at an instant, and its movements. */
export function Screen() {
  const { ledgerAccountId = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const at = search.get('momento') ?? undefined
  const params = { ledgerAccountId }
  const answer = useNeeded(
    ['desk-ledger-account', ledgerAccountId, at],
    (signal) => api.backOffice.showLedgerAccount({ params, query: { at }, signal }),
    { placeholderData: keepPreviousData },
  )
  const title = answer ? accountName(answer.account) : 'Cuenta'
  const show = (moment: string | null) => {
    const next = new URLSearchParams(search)
    if (moment) next.set('momento', moment)
    else next.delete('momento')
    setSearch(next)
  }
  return (
    <Page title={title} width="page" back={{ to: deskLinks.ledger(), label: 'Libro contable' }}>
      {!answer && <SkeletonList rows={2} rowClass="h-44" />}
      {answer && <Balance key={at} {...answer} isPast={at !== undefined} onMoment={show} />}
      <DeskList
        name="Movimientos"
        queryKey={['desk-ledger-lines', ledgerAccountId]}
        fields={fieldsWith(answer?.codes ?? [])}
        kept={['momento']}
        load={(asked, signal) =>
          api.backOffice.listLedgerLines({ params, query: asked as never, signal })
        }
        file={{
          name: 'libro',
          load: (asked) => api.backOffice.downloadLedgerLines({ params, body: asked as never }),
        }}
        to={({ id }) => deskLinks.transfer(id)}
      >
        {(line) => <MoneyLine line={line} />}
      </DeskList>
    </Page>
  )
}

type BalanceProps = {
  account: LedgerAccountName
  balance: LedgerBalance
  isPast: boolean
  onMoment: (at: string | null) => void
}

function Balance({ account, balance, isPast, onMoment }: BalanceProps) {
  const { owner } = account
  const sum = (amount: number) => sumText(amount, account.currency)
  return (
    <CardSection
      title={isPast ? `Saldo: ${moment(balance.at)}` : 'Saldo ahora'}
      className="grid gap-4"
    >
      <Facts
        className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3"
        facts={[
          ['Persona', owner && linkTo(deskLinks.person(owner.id), owner.name)],
          ['Saldo', sum(balance.posted)],
          ['Disponible', sum(balance.available)],
          ['Apartado, de salida', sum(balance.debitsPending)],
          ['Apartado, de entrada', sum(balance.creditsPending)],
          ['Entró', sum(balance.creditsPosted)],
          ['Salió', sum(balance.debitsPosted)],
        ]}
      />
      <p className="text-sm text-muted">
        Calculado con {number(balance.movements)} movimientos hasta ese momento, incluido.
      </p>
      <Moment isPast={isPast} onMoment={onMoment} />
    </CardSection>
  )
}

/** Offset of Bogotá from UTC, the same all year. */
const OFFSET = '-05:00'

function Moment({ isPast, onMoment }: Pick<BalanceProps, 'isPast' | 'onMoment'>) {
  const [local, setLocal] = useState('')
  return (
    <Form
      noValidate={false}
      aria-label="Momento del saldo"
      className="flex flex-wrap items-end gap-3"
      onSend={() => {
        if (local !== '') onMoment(`${local.slice(0, 16)}:59.999${OFFSET}`)
      }}
    >
      <TextField
        label="En otro momento"
        type="datetime-local"
        value={local}
        onChange={(event) => setLocal(event.target.value)}
      />
      <Button type="submit" variant="secondary">
        Ver ese saldo
      </Button>
      {isPast && (
        <Button variant="ghost" onClick={() => onMoment(null)}>
          Ver el de ahora
        </Button>
      )}
    </Form>
  )
}
