import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { nationalMobile } from '#contract/phone-number.ts'
import { bareText } from '#contract/typed-text.ts'
import type { NewAccount as Body } from '#contract/withdrawal-accounts.ts'
import { ACCOUNT_NUMBER, BANKS, type BankCode, KEY_TYPES } from '#contract/withdrawal-limits.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { isDemonstration, useDemoList } from '#web/lib/demonstration.ts'
import { useStepUp } from '#web/shared/access/auth/step-up.tsx'
import { withdrawalKeys } from '#web/shared/withdrawals/withdrawal-links.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Form } from '#web/ui/form.tsx'
import { optionsOf, Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { useAct } from '#web/ui/use-act.ts'

type KeyType = (typeof KEY_TYPES)[number]
type Fields = {
  kind: Body['kind']
  bank: BankCode
  accountType: 'savings' | 'checking'
  keyType: KeyType
  number: string
}

const kinds = [
  { value: 'bank', label: 'Cuenta de banco' },
  { value: 'nequi', label: 'Nequi' },
  { value: 'daviplata', label: 'Daviplata' },
]
const withBreb = [...kinds, { value: 'breb', label: 'Llave Bre-B' }]
const banks = optionsOf(BANKS).sort((a, b) => a.label.localeCompare(b.label, 'es-CO'))
const accountTypes = [
  { value: 'savings', label: 'Ahorros' },
  { value: 'checking', label: 'Corriente' },
]
const keyNames: Record<KeyType, string> = {
  phone: 'Celular',
  document: 'Documento',
  email: 'Correo',
  alphanumeric: 'Alfanumérica (@…)',
}
const keyTypes = KEY_TYPES.map((value) => ({ value, label: keyNames[value] }))

function problemOf({ kind, number }: Fields): string | null {
  const text = number.trim()
  if (kind === 'breb') return text.length < 3 ? 'Escribe la llave.' : null
  if (kind === 'bank')
    return ACCOUNT_NUMBER.test(bareText(text)) ? null : 'Escribe de 6 a 20 números.'
  return nationalMobile(text) ? null : 'Escribe los 10 números del celular.'
}

function bodyOf(fields: Fields, holder: string): Body {
  const number = fields.number.trim()
  const { kind, bank, accountType, keyType } = fields
  if (kind === 'bank') return { kind, bank, accountType, number }
  if (kind === 'breb') return { kind, keyType, key: number, holder }
  return { kind, number }
}

type NewAccountProps = { holder: string; withKeys: boolean; onClose: () => void }

/** Adds an account after proof of identity; the holder of a key is shown before. */
export function NewAccount({ holder, withKeys, onClose }: NewAccountProps) {
  const [fields, setFields] = useState<Fields>({
    kind: 'bank',
    bank: '1007',
    accountType: 'savings',
    keyType: 'phone',
    number: '',
  })
  const [checked, setChecked] = useState(false)
  const { add, resolve, dialog, error } = useAdd(onClose)
  const change = (part: Partial<Fields>) => {
    resolve.reset()
    setFields({ ...fields, ...part })
  }
  const problem = problemOf(fields)
  const isKey = fields.kind === 'breb'
  const submit = () => {
    setChecked(true)
    if (problem !== null) return
    if (isKey && !resolve.data) {
      resolve.mutate({ keyType: fields.keyType, key: fields.number.trim() })
    } else add.mutate(bodyOf(fields, resolve.data?.holder ?? ''))
  }
  // The dialog contains its own form, so it is outside of this form.
  return (
    <>
      <Form onSend={submit}>
        <Select
          label="Tipo"
          options={withKeys ? withBreb : kinds}
          value={fields.kind}
          onChange={(event) => change({ kind: event.target.value as Fields['kind'] })}
        />
        <Where fields={fields} onChange={change} />
        <TextField
          label={isKey ? 'Llave' : fields.kind === 'bank' ? 'Número de cuenta' : 'Celular'}
          inputMode={isKey ? 'text' : 'numeric'}
          autoComplete="off"
          maxLength={92}
          value={fields.number}
          onChange={(event) => change({ number: event.target.value })}
          error={checked ? problem : null}
        />
        <p className="text-muted">
          Debe estar a tu nombre: <strong className="text-ink wrap-anywhere">{holder}</strong>. La
          podrás usar 24 horas después de agregarla.
        </p>
        {isKey && <TestKeys />}
        {isKey && resolve.data && (
          <Banner tone="info" title="La llave está a nombre de">
            {resolve.data.holder}
            {resolve.data.bank && ` · ${resolve.data.bank}`}
          </Banner>
        )}
        <ErrorBanner error={error} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={add.isPending || resolve.isPending}>
            {isKey && !resolve.data ? 'Ver de quién es' : 'Guardar la cuenta'}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            No agregarla
          </Button>
        </div>
      </Form>
      {dialog}
    </>
  )
}

const KEYS = '/sandbox/wompi-payouts/keys'

/** In a demonstration, the keys that its directory knows. */
function TestKeys() {
  const keys = useDemoList<{ key: string; name: string }>(isDemonstration() ? KEYS : null)
  if (keys.length === 0) return null
  return (
    <Banner tone="info" live="off" title="Llaves de esta demostración">
      Elige «Correo» y escribe la de tu cuenta. Las demás son de otra persona.
      <ul className="mt-2">
        {keys.map(({ key, name }) => (
          <li key={key} className="wrap-anywhere">
            <strong>{key}</strong> · {name}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function Where({
  fields,
  onChange,
}: {
  fields: Fields
  onChange: (part: Partial<Fields>) => void
}) {
  if (fields.kind === 'breb') {
    return (
      <Select
        label="Tipo de llave"
        options={keyTypes}
        value={fields.keyType}
        onChange={(event) => onChange({ keyType: event.target.value as KeyType })}
      />
    )
  }
  if (fields.kind !== 'bank') return null
  return (
    <>
      <Select
        label="Banco"
        options={banks}
        value={fields.bank}
        onChange={(event) => onChange({ bank: event.target.value as BankCode })}
      />
      <Select
        label="Tipo de cuenta"
        options={accountTypes}
        value={fields.accountType}
        onChange={(event) => onChange({ accountType: event.target.value as 'savings' })}
      />
    </>
  )
}

function useAdd(onClose: () => void) {
  const queries = useQueryClient()
  const { guard, dialog } = useStepUp()
  const [refused, setRefused] = useState<string | null>(null)
  const resolve = useMutation({
    mutationFn: (body: { keyType: KeyType; key: string }) => api.withdrawals.resolveKey({ body }),
    onMutate: () => setRefused(null),
  })
  const add = useAct(async (body: Body) => {
    setRefused(null)
    await guard(
      async () => {
        await api.withdrawals.addAccount({ body })
        toastDone('Guardamos la cuenta. Te escribimos al correo.')
        await queries.invalidateQueries({ queryKey: withdrawalKeys.accounts() })
        onClose()
      },
      (problem) => setRefused(messageOf(problem)),
    )
  })
  const failed = resolve.error ? messageOf(resolve.error) : null
  return { add, resolve, dialog, error: refused ?? failed }
}
