import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { nationalPhone } from './phone-number.ts'
import type { SentCode, usePhoneCode } from './use-phone-code.ts'

const names = { whatsapp: 'WhatsApp', sms: 'SMS' } as const

type PhoneCodeProps = Pick<
  ReturnType<typeof usePhoneCode>,
  'code' | 'problem' | 'checking' | 'again' | 'type' | 'back'
> & { sent: SentCode }

/** Field for the SMS or WhatsApp code, which is sent automatically at the sixth digit. */
export function PhoneCode(props: PhoneCodeProps) {
  const { sent, code, problem, checking, again, type, back } = props
  return (
    <div className="grid gap-4">
      <p role="status">
        Te enviamos un código por {names[sent.channel]} al{' '}
        <strong className="tnum">{nationalPhone(sent.phone)}</strong>.
      </p>
      <TextField
        label="Código de 6 números"
        hint="Vence en 10 minutos. No se lo des a nadie."
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        error={problem ?? undefined}
        readOnly={checking}
        onChange={(event) => void type(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        {sent.channels.map((channel) => (
          <Button key={channel} variant="ghost" size="sm" onClick={() => void again(channel)}>
            {channel === sent.channel ? 'Enviarlo otra vez' : `Enviarlo por ${names[channel]}`}
          </Button>
        ))}
        <Button variant="ghost" size="sm" onClick={back}>
          Cambiar el número
        </Button>
      </div>
    </div>
  )
}
