import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Message } from '@portfolio/contract/message';

export interface ContactForm {
  name: Locator;
  email: Locator;
  text: Locator;
  send: Locator;
}

export function contactForm(page: Page): ContactForm {
  return {
    name: page.getByRole('textbox', { name: 'Nome', exact: true }),
    email: page.getByRole('textbox', { name: 'Email', exact: true }),
    text: page.getByRole('textbox', { name: 'Mensagem', exact: true }),
    send: page.getByRole('button', { name: 'Enviar', exact: true }),
  };
}

/** Waits until the script is at work: then 'Enviar' is disabled while the fields are empty. */
export async function openContactForm(page: Page): Promise<ContactForm> {
  await page.goto('/contato');
  const form = contactForm(page);
  await expect(form.send).toBeDisabled();
  return form;
}

/** Valid, from an address that no other test uses. */
export function buildMessage(overrides: Partial<Message> = {}): Message {
  return {
    name: 'Ana Souza',
    email: `visita-${randomUUID()}@exemplo.com.br`,
    text: 'Olá! Gostei muito dos seus projetos.',
    ...overrides,
  };
}

export async function fillIn(form: ContactForm, message: Message): Promise<void> {
  await form.name.fill(message.name);
  await form.email.fill(message.email);
  await form.text.fill(message.text);
}

/** When this is done the countdown has begun. On a real clock, nobody knows which second is seen first. */
export async function submit(page: Page, form: ContactForm): Promise<void> {
  await form.send.click();
  await expect(page.getByText(/^Mensagem enviada! Aguarde [1-5] segundos/)).toBeVisible();
}

/** Literally as in product.md, section 3, also for the 1. */
export function countdownText(seconds: number): string {
  return `Mensagem enviada! Aguarde ${seconds} segundos para enviar outra...`;
}
