import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'md' | 'sm'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-bosque text-on-bosque hover:bg-bosque-deep',
  secondary: 'border border-edge bg-surface text-ink hover:bg-bosque-soft',
  ghost: 'text-bosque hover:bg-bosque-soft',
  danger: 'bg-err text-on-err hover:opacity-90',
}

const sizes: Record<ButtonSize, string> = {
  md: 'min-h-12 px-5 py-2 text-base',
  sm: 'min-h-11 px-4 py-2 text-sm',
}

export const iconSizes: Record<ButtonSize, string> = { md: 'size-5', sm: 'size-4' }

/** Returns the classes of a button, also for links that look like a button. */
export function buttonClass(variant: ButtonVariant, size: ButtonSize, extra?: string): string {
  return cx(
    'inline-flex max-w-full items-center justify-center gap-2 rounded-control text-center',
    'font-semibold',
    'no-underline transition-colors select-none [&>svg]:shrink-0',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-progress',
    variants[variant],
    sizes[size],
    extra,
  )
}

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Icon before the text, in the size of the button. */
  Icon?: LucideIcon | false | undefined
  /** Something else in the place of the icon. */
  icon?: ReactNode
  /** The action is running: the button keeps the focus, ignores clicks and shows `pendingText`. */
  pending?: boolean
  pendingText?: string
  /** A mutation without variables, for `pending` and `onClick`: a press runs it. */
  run?: { isPending: boolean; mutate: () => void }
}

/**
 * A button. `type` is `button` by default. While `pending` or `aria-disabled` it stays focusable
 * but does nothing, so that a keyboard user does not lose their place.
 */
export function Button(props: ButtonProps) {
  const { variant = 'primary', size = 'md', Icon, icon, pendingText, run, ...rest } = props
  const {
    className,
    children,
    type = 'button',
    onClick,
    pending = run?.isPending,
    ...native
  } = rest
  const isOff = pending || native['aria-disabled']
  return (
    <button
      {...native}
      type={isOff ? 'button' : type}
      aria-disabled={isOff}
      onClick={isOff ? undefined : (onClick ?? (run && (() => run.mutate())))}
      className={buttonClass(variant, size, className)}
    >
      {pending ? (
        <>
          <Spinner />
          {pendingText ?? 'Procesando…'}
        </>
      ) : (
        <>
          {Icon ? <Icon className={iconSizes[size]} /> : icon}
          {children}
        </>
      )}
    </button>
  )
}

type IconButtonProps = ComponentProps<'button'> & { label: string; children: ReactNode }

/**
 * A square button that shows only an icon; `label` is its accessible name. What its own press takes
 * away is `aria-disabled`, because a disabled button loses the focus.
 */
export function IconButton({ label, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      onClick={rest['aria-disabled'] ? undefined : rest.onClick}
      aria-label={label}
      title={label}
      className={cx(
        'inline-grid size-11 shrink-0 place-items-center rounded-control text-ink',
        'hover:bg-bosque-soft disabled:opacity-50',
        className,
      )}
    />
  )
}
