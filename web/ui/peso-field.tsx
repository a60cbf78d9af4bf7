import { type ChangeEvent, useLayoutEffect, useRef } from 'react'
import { number, pesos } from '#web/lib/format.ts'
import { pastedPesos } from '#web/lib/read-pesos.ts'
import { cx } from './cx.ts'
import { Field, type FieldText } from './field.tsx'

type PesoFieldProps = FieldText & {
  /** Amount in whole pesos, or null while empty. */
  value: number | null
  onChange: (value: number | null) => void
  /** Called on blur, for validation. */
  onBlur?: () => void
  name?: string
  /** Amounts offered as chips. */
  quick?: readonly number[]
  /** Large variant for the main field of a money screen. */
  large?: boolean
  disabled?: boolean
  className?: string
}

/** Restores the caret after formatting: the number of digits after it stays the same. */
function useCaret(text: string) {
  const input = useRef<HTMLInputElement>(null)
  const digitsAfter = useRef<number | null>(null)
  useLayoutEffect(() => {
    const element = input.current
    if (!element || digitsAfter.current === null || document.activeElement !== element) return
    let position = text.length
    for (let left = digitsAfter.current; position > 0 && left > 0; position--) {
      if (text[position - 1] !== '.') left--
    }
    element.setSelectionRange(position, position)
    digitsAfter.current = null
  }, [text])
  const remember = (element: HTMLInputElement) => {
    const caret = element.selectionStart ?? element.value.length
    digitsAfter.current = element.value.slice(caret).replace(/\D/g, '').length
  }
  return { input, remember }
}

/** Field for an amount in pesos; thousands are separated while typing, only digits are kept. */
export function PesoField(props: PesoFieldProps) {
  const { label, hint, error, optional, bare, value, onChange, name, quick, large, disabled } =
    props
  const text = value === null ? '' : number(value)
  const { input, remember } = useCaret(text)
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    remember(event.target)
    const { value: typed } = event.target
    // A key or a deletion works on the groups that the field shows; what is pasted has its own.
    const { data, inputType = '' } = event.nativeEvent as InputEvent
    const isKey = inputType.startsWith('delete') || data?.length === 1
    const whole = pastedPesos(isKey ? typed.replace(/\D/g, '') : typed)
    onChange(whole === null ? null : Number(String(whole).slice(0, 10)))
  }
  return (
    <div className={cx('grid', large ? 'gap-2' : 'gap-3', props.className)}>
      <Field {...{ label, hint, error, optional, bare }}>
        {(ids) => (
          <div className="relative">
            <span
              aria-hidden="true"
              className={cx(
                'absolute inset-y-0 left-4 grid place-items-center text-muted',
                large && 'font-display text-xl font-bold',
              )}
            >
              $
            </span>
            <input
              {...ids}
              ref={input}
              name={name}
              type="text"
              inputMode="numeric"
              autoComplete="off"
              placeholder="0"
              disabled={disabled}
              value={text}
              onChange={change}
              onBlur={props.onBlur}
              className={cx(
                'control tnum pl-9!',
                large && 'min-h-14! pl-10! font-display text-xl! font-bold',
              )}
            />
          </div>
        )}
      </Field>
      {quick && <QuickAmounts {...{ quick, value, onChange, disabled, large }} />}
    </div>
  )
}

type QuickProps = Pick<PesoFieldProps, 'value' | 'onChange' | 'disabled' | 'large'> & {
  quick: readonly number[]
}

function QuickAmounts({ quick, value, onChange, disabled, large }: QuickProps) {
  return (
    <div className={cx('flex flex-wrap', large ? 'gap-1 *:grow' : 'gap-2')}>
      {quick.map((amount) => (
        <button
          key={amount}
          type="button"
          disabled={disabled}
          aria-pressed={value === amount}
          onClick={() => onChange(amount)}
          className={cx('chip tnum', large && 'px-0.5! text-sm')}
        >
          {pesos(amount)}
        </button>
      ))}
    </div>
  )
}
