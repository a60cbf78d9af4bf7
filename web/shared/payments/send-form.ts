/** Submits an HTML form to the gateway. The native app's build uses `web/app/send-form.ts`. */
export function sendForm(action: string, fields: [name: string, value: string][]): void {
  const form = document.createElement('form')
  form.method = 'GET'
  form.action = action
  form.hidden = true
  for (const [name, value] of fields) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
