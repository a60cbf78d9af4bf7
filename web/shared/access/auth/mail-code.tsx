import { api } from '#web/lib/api.ts'
import { toastDone } from '#web/ui/toaster.ts'
import { CodeForm } from '../second-factor/code-form.tsx'

type MailCodeProps = { which: 'address' | 'change'; onDone: () => unknown }

/** Field for the six digits beside the link of a mail: the address is confirmed in this tab. */
export function MailCode({ which, onDone }: MailCodeProps) {
  return (
    <CodeForm
      inLine
      label="Código del correo"
      button="Confirmar"
      send={async (code) => {
        toastDone((await api.auth.confirmCode({ body: { which, code } })).message)
        await onDone()
      }}
    />
  )
}
