import type { PaymentSummary } from '#contract/back-office-payments.ts'
import { wordOf } from '#contract/desk-words.ts'
import { displayCode } from '#contract/display-code.ts'
import { api } from '#web/lib/api.ts'
import { pesos } from '#web/lib/format.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { moment, paymentWords } from '#web/shared/desk/back-office/desk-words.ts'
import { Page } from '#web/ui/page.tsx'
import { dayFields, type FilterField, personField, statusField } from './desk-filters.tsx'
import { DeskList } from './desk-list.tsx'
import type { DeskColumn } from './desk-table.tsx'
import { PaymentLine, Pill } from './line-items.tsx'

const fieldsWith = (methods: readonly string[]): readonly FilterField[] => [
  statusField(paymentWords),
  {
    name: 'method',
    url: 'medio',
    label: 'Medio',
    kind: 'select',
    options: methods.map((value) => ({ value, label: wordOf(value) })),
  },
  ...dayFields,
  { name: 'min', url: 'minimo', label: 'Desde pesos', kind: 'number' },
  { name: 'max', url: 'maximo', label: 'Hasta pesos', kind: 'number' },
  personField,
]

const columns: readonly DeskColumn<PaymentSummary>[] = [
  { title: 'Referencia', cell: ({ reference }) => displayCode(reference) },
  {
    title: 'Creada',
    sort: { by: 'createdAt', desc: 'Lo más reciente primero', asc: 'Lo más antiguo primero' },
    cell: ({ createdAt }) => moment(createdAt),
  },
  { title: 'Persona', cell: ({ person }) => person.name },
  { title: 'Medio', cell: ({ method }) => (method === null ? '' : wordOf(method)) },
  {
    title: 'Valor',
    sort: { by: 'amount', desc: 'Mayor valor primero', asc: 'Menor valor primero' },
    isNumber: true,
    cell: ({ amount }) => pesos(amount),
  },
  { title: 'Estado', cell: ({ status }) => <Pill words={paymentWords[status]} /> },
]

/** Top-ups, those of today first: by state, method, day and amount, or by reference or person. */
export function Screen() {
  return (
    <Page title="Recargas" width="page">
      <DeskList
        name="Recargas"
        queryKey={['desk-payments']}
        fields={fieldsWith}
        columns={columns}
        isTodayFirst
        load={(query, signal) => api.backOffice.listPayments({ query: query as never, signal })}
        find={{
          label: 'Referencia, transacción o persona',
          load: (body, signal) => api.backOffice.findPayments({ body: body as never, signal }),
        }}
        file={{
          name: 'recargas',
          load: (body) => api.backOffice.downloadPayments({ body: body as never }),
        }}
        to={({ id }) => deskLinks.payment(id)}
      >
        {(payment) => <PaymentLine payment={payment} />}
      </DeskList>
    </Page>
  )
}
