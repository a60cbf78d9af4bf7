import { useState } from 'react'
import { CLAIM_NOTE_MAX, CLAIM_NOTE_MIN, type OpenedClaim } from '#contract/claims.ts'
import { type DocumentType, documentProblem } from '#contract/document-number.ts'
import { nationalMobile } from '#contract/phone-number.ts'
import { bareText } from '#contract/typed-text.ts'
import { BANKS, type BankCode } from '#contract/withdrawal-limits.ts'
import { api } from '#web/lib/api.ts'
import { identificationTypes } from '#web/shared/users/profile-rules.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Form } from '#web/ui/form.tsx'
import { optionsOf, Select } from '#web/ui/select.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useNote } from '#web/ui/use-note.ts'

const kinds = [
  { value: 'savings', label: 'Cuenta de ahorros' },
  { value: 'checking', label: 'Cuenta corriente' },
  { value: 'nequi', label: 'Nequi' },
  { value: 'daviplata', label: 'Daviplata' },
] as const
type Kind = (typeof kinds)[number]['value']

const banks = optionsOf(BANKS).sort((a, b) => a.label.localeCompare(b.label, 'es-CO'))

const empty = {
  heir: false,
  name: '',
  legalIdType: 'CC' as DocumentType,
  legalId: '',
  kind: 'savings' as Kind,
  bank: '1007' as BankCode,
  number: '',
}
type Fields = typeof empty

function accountOf({ kind, bank, number }: Fields) {
  if (kind === 'nequi' || kind === 'daviplata') return { kind, number: number.trim() }
  return { kind: 'bank' as const, bank, accountType: kind, number: number.trim() }
}

function problemsOf({ name, legalId, legalIdType, kind, number }: Fields) {
  const isPhone = kind === 'nequi' || kind === 'daviplata'
  const fits = isPhone ? nationalMobile(number) : /^\d{6,20}$/.test(bareText(number))
  return {
    name: name.trim().length < 3 ? 'Escribe el nombre completo.' : null,
    legalId: documentProblem(legalIdType, legalId),
    number: fits ? null : isPhone ? 'Son 10 números.' : 'Son de 6 a 20 números.',
  }
}

type Props = { claim: OpenedClaim; onChange: (claim: OpenedClaim) => void }

/** Enters holder and account after the owner proved who they are, or an heir with papers. */
export function ClaimAccountForm({ claim, onChange }: Props) {
  const [fields, setFields] = useState(empty)
  const { note, field, tried, attempt } = useNote(CLAIM_NOTE_MIN, '', 'papers')
  const enter = useEnter(claim.id, onChange)
  const change = (part: Partial<Fields>) => setFields({ ...fields, ...part })
  const problems = problemsOf(fields)
  const isWhole = Object.values(problems).every((problem) => problem === null)
  const shown = tried ? problems : { name: null, legalId: null, number: null }
  const submit = () => attempt(() => isWhole && enter.mutate({ fields, papers: note }))
  return (
    <Form onSend={submit}>
      <Checkbox
        label="La pide un heredero"
        hint="Otra persona del equipo tiene que ver los papeles y confirmarla."
        checked={fields.heir}
        onChange={(event) => change({ heir: event.target.checked })}
      />
      <TextField
        label="Nombre del titular"
        maxLength={120}
        autoComplete="off"
        value={fields.name}
        error={shown.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <Select
        label="Tipo de documento"
        options={identificationTypes}
        value={fields.legalIdType}
        onChange={(event) => change({ legalIdType: event.target.value as DocumentType })}
      />
      <TextField
        label="Número de documento"
        maxLength={60}
        autoComplete="off"
        value={fields.legalId}
        error={shown.legalId}
        onChange={(event) => change({ legalId: event.target.value })}
      />
      <Account fields={fields} problem={shown.number} onChange={change} />
      <TextArea
        label={fields.heir ? 'Papeles que viste' : 'Cómo probó quién es'}
        maxLength={CLAIM_NOTE_MAX}
        {...field}
      />
      <ErrorBanner error={enter.error} />
      <div>
        <Button type="submit" pending={enter.isPending}>
          Guardar la cuenta
        </Button>
      </div>
    </Form>
  )
}

type AccountProps = {
  fields: Fields
  problem: string | null
  onChange: (part: Partial<Fields>) => void
}

function Account({ fields, problem, onChange }: AccountProps) {
  const isBank = fields.kind === 'savings' || fields.kind === 'checking'
  return (
    <>
      <Select
        label="Tipo de cuenta"
        options={kinds}
        value={fields.kind}
        onChange={(event) => onChange({ kind: event.target.value as Kind })}
      />
      {isBank && (
        <Select
          label="Banco"
          options={banks}
          value={fields.bank}
          onChange={(event) => onChange({ bank: event.target.value as BankCode })}
        />
      )}
      <TextField
        label={isBank ? 'Número de cuenta' : 'Celular'}
        inputMode="numeric"
        autoComplete="off"
        maxLength={60}
        value={fields.number}
        error={problem}
        onChange={(event) => onChange({ number: event.target.value })}
      />
    </>
  )
}

function useEnter(claimId: string, onChange: Props['onChange']) {
  return useAct(
    ({ fields, papers }: { fields: Fields; papers: string }) => {
      const { heir, name, legalIdType, legalId } = fields
      const holder = { heir, name: name.trim(), legalIdType, legalId: legalId.trim() }
      const body = { ...holder, account: accountOf(fields), papers, seenFirstAt: null }
      return api.privacy.enterClaimAccount({ params: { claimId }, body })
    },
    {
      done: ({ claim }) =>
        claim.proposed ? 'Falta que otra persona la confirme' : 'Guardamos la cuenta',
      onDone: ({ claim }) => onChange(claim),
      refresh: [['claims']],
    },
  )
}
