import type { ComponentProps } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  onSend: (form: HTMLFormElement) => unknown
}

/**
 * Moves the focus to the first field with an error, which can be far above the pressed button.
 * @param form where to look; by default in the open dialog, or else in the page
 */
export function focusFirstProblem(form?: Element): void {
  // After a frame the error is drawn.
  requestAnimationFrame(() => {
    const place = form ?? document.querySelector('dialog[open]') ?? document
    place.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
}

/**
 * A form that the page itself checks and sends: the browser does neither. Errors are looked for
 * when the promise of `onSend` is settled, so also those that the server finds.
 */
export function Form({ onSend, className = 'grid gap-4', ...rest }: FormProps) {
  return (
    <form
      noValidate
      {...rest}
      className={className}
      onSubmit={async (event) => {
        const form = event.currentTarget
        event.preventDefault()
        await onSend(form)
        focusFirstProblem(form)
      }}
    />
  )
}
