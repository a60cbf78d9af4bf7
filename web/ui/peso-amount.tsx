import { pesos, signedPesos } from '#web/lib/format.ts'
import { cx } from './cx.ts'

const sizes = {
  sm: 'text-sm',
  md: 'text-base',
  lg: 'text-xl',
  xl: 'text-2xl',
  hero: 'text-4xl',
} as const

type PesoAmountProps = {
  /** Amount in whole pesos. */
  value: number
  size?: keyof typeof sizes
  /** Writes + or −, and colours positive amounts. */
  signed?: boolean
  /** Shows dots instead of digits, because the person has hidden the amounts. */
  hidden?: boolean
  className?: string
}

/** An amount of money with aligned digits: `$ 62.000`. */
export function PesoAmount({ value, size = 'md', signed, hidden, className }: PesoAmountProps) {
  const display = size === 'xl' || size === 'hero' ? 'font-display font-extrabold' : 'font-bold'
  const tone = signed && value > 0 && 'text-ok'
  return (
    <span
      translate={hidden ? 'yes' : 'no'}
      className={cx('tnum whitespace-nowrap', display, sizes[size], tone, className)}
    >
      {hidden ? (
        <>
          <span aria-hidden="true">$ ••••••</span>
          <span className="sr-only">Saldo oculto</span>
        </>
      ) : signed ? (
        signedPesos(value)
      ) : (
        pesos(value)
      )}
    </span>
  )
}
