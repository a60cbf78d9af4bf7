import { useState } from 'react'
import { type BankStatement, STATEMENT_MAX_BYTES } from '#contract/reconciliation.ts'
import { api } from '#web/lib/api.ts'
import { addDays, date, dateTime, plural, today } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'

/** A statement of a running day is not complete. */
const yesterday = () => addDays(today(), -1)
const DAYS = 7

/** Bank statements compared with the withdrawals that were paid by hand. */
export function BankStatements({ statements }: { statements: readonly BankStatement[] }) {
  const [fromDay, setFromDay] = useState(addDays(yesterday(), -DAYS))
  const [untilDay, setUntilDay] = useState(yesterday())
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const compare = useAct(
    (chosen: File) => api.reconciliation.statement({ body: { fromDay, untilDay }, file: chosen }),
    {
      done: ({ statement: { opened } }) =>
        `Extracto comparado: ${plural(opened, 'caso nuevo', 'casos nuevos')}`,
      refresh: [['reconciliations'], ['payment-cases']],
    },
  )
  const submit = () => {
    const found = problemOf(file)
    setProblem(found)
    if (file && !found) compare.mutate(file)
  }
  return (
    <Form onSend={submit}>
      <p className="text-muted">
        Compara los retiros pagados por archivo con el extracto de esa cuenta: un CSV con las
        columnas fecha, referencia y valor (negativo si salió) o débito y crédito, de días que ya
        terminaron.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Desde"
          type="date"
          value={fromDay}
          onChange={(event) => setFromDay(event.target.value)}
        />
        <TextField
          label="Hasta"
          type="date"
          max={yesterday()}
          value={untilDay}
          onChange={(event) => setUntilDay(event.target.value)}
        />
      </div>
      <Field label="Extracto en CSV" error={problem}>
        {(ids) => (
          <input
            {...ids}
            type="file"
            accept=".csv,text/csv"
            className="control py-2.5"
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        )}
      </Field>
      <ErrorBanner error={compare.error} />
      <Button
        type="submit"
        variant="secondary"
        className="justify-self-start"
        pending={compare.isPending}
      >
        Comparar el extracto
      </Button>
      {statements.length > 0 && <Statements items={statements} />}
    </Form>
  )
}

function problemOf(file: File | null): string | null {
  if (!file) return 'Elige el archivo del banco.'
  return file.size > STATEMENT_MAX_BYTES ? 'El archivo es demasiado grande.' : null
}

function Statements({ items }: { items: readonly BankStatement[] }) {
  return (
    <ul className="grid divide-y divide-line">
      {items.map(({ id, fromDay, untilDay, uploadedBy, uploadedAt, ...counts }) => (
        <li key={id} className="py-3 wrap-anywhere">
          <span className="block font-semibold">
            {date(fromDay)} a {date(untilDay)}: {plural(counts.matched, 'retiro', 'retiros')}
            {' de '}
            {plural(counts.lines, 'línea', 'líneas')}
            {counts.skipped > 0 && ` (sin ${plural(counts.skipped, 'total', 'totales')})`},{' '}
            {plural(counts.opened, 'caso nuevo', 'casos nuevos')}
          </span>
          <span className="text-sm text-muted">
            {dateTime(uploadedAt)} · {uploadedBy}
          </span>
        </li>
      ))}
    </ul>
  )
}
