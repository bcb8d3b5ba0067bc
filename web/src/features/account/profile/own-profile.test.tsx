// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, showPage, type } from '../../../testing/show-page.tsx';
import { AccountPage } from '../routes/account-page.tsx';
// Loaded before the tests: with the components of antd, the part that the page loads on demand takes longer than a wait on a
// busy machine.
import './profile-forms.tsx';

let server: ReturnType<typeof stubServer>;
let profiles: object[];
let evidence: object[];

const file = (id: number) => ({ id, attributes: { url: `/uploads/${id}.png` } });
const named = (id: number, name: string) => ({ id, attributes: { name } });
const profile = () => ({
  id: 9,
  attributes: {
    Title: 'Asha Rao',
    SubTitle: 'Civil appeals',
    Identifier: 'K/1/2001',
    shipping_class: 'standard',
    DisplayDate: '2001-08-15',
    Price: 2500,
    Detail1: '<h2>Practice</h2><p>First &amp; <b>second</b>.</p><ul><li>One</li></ul>',
    contact: {
      phone_number: '9876543211',
      email_address: 'desk@rao.example',
      address: '1 Law Street',
      website_link: 'https://rao.example',
    },
    Property1: { data: [named(3, 'Kerala')] },
    PropertyList3: { data: [named(1, 'English'), named(2, 'Malayalam')] },
    PrimaryImageId: { data: file(77) },
    SecondaryImageIds: { data: [file(78), file(79)] },
  },
});
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  stubAntdBrowser();
  profiles = [profile()];
  evidence = [];
  const changed = () => Response.json({ data: { id: 9, attributes: {} } });
  server = stubServer({
    'GET /api/users/me': () => Response.json({ id: 7, first_name: 'Asha', last_name: 'Rao' }),
    'GET /api/auth/sessions': () => Response.json([]),
    'GET /api/lawyers': () => Response.json({ data: profiles }),
    'POST /api/upload': () => Response.json([{ id: 90, url: '/uploads/90.png' }]),
    'POST /api/lawyers': changed,
    'POST /api/firms': changed,
    'PUT /api/lawyers/9': changed,
    'GET /api/directory/own/evidence': () => Response.json({ data: evidence }),
    'POST /api/directory/own/evidence': () => {
      evidence = [
        { id: 'e1', name: 'sanad.pdf', mime: 'application/pdf', bytes: 9, at: '2026-11-19T06:30:00Z' },
      ];
      return Response.json({ data: evidence[0] }, { status: 201 });
    },
    'DELETE /api/directory/own/evidence/e1': () => {
      evidence = [];
      return new Response(null, { status: 204 });
    },
  });
});
afterEach(leavePage);

const show = (role = 5) => showPage(<AccountPage />, '/account').logIn(role);
const writes = () => server.calls.filter(({ call }) => !call.startsWith('GET'));
const picture = new File(['pixels'], 'asha.png', { type: 'image/png' });

describe('the profile of a lawyer on the account page', () => {
  it('shows what the directory has, with the long text as plain text', async () => {
    show();
    await screen.findByText('K/1/2001');
    expect(screen.getByText('₹2,500')).toBeTruthy();
    expect(screen.getByText('English, Malayalam')).toBeTruthy();
    expect(screen.getByText(/First & second/).textContent).toBe('Practice\n\nFirst & second.\n\n– One');
    expect(screen.getByText('See it as others do').getAttribute('href')).toBe('/catalogs/lawyers/9/asha-rao');
  });

  it('saves what was edited with the declaration, and sends nothing else', async () => {
    show();
    await press('Edit directory profile');
    await type('License', ' K/2/2001 ');
    await press('Save');
    await screen.findByText('Accept the declaration');
    expect(writes()).toEqual([]);
    fireEvent.click(screen.getByLabelText(/^I declare/));
    await press('Save');
    await screen.findByText('Profile update successfully!');
    expect(writes()).toMatchObject([
      {
        call: 'PUT /api/lawyers/9',
        body: { data: { Identifier: 'K/2/2001', declaration: true } },
        authorization: 'Bearer t',
      },
    ]);
    expect(await screen.findByRole('button', { name: 'Edit directory profile' })).toBeTruthy();
    // The view would otherwise be where the end of the long form was.
    expect(document.activeElement?.textContent).toBe('Profile in the directory');
  });

  it('sends a changed text as paragraphs', async () => {
    show(6);
    await press('Edit directory profile');
    await type('Profile Details', 'One\ntwo\n\n<three>');
    fireEvent.click(screen.getByLabelText(/^I declare/));
    await press('Save');
    await screen.findByText('Profile update successfully!');
    expect(writes()[0]?.body).toEqual({
      data: { Detail1: '<p>One<br>two</p><p>&lt;three&gt;</p>', declaration: true },
    });
  });

  it('is not rejected for an odd number that stays as it is, and is for a new one', async () => {
    const odd = profile();
    odd.attributes.contact.phone_number = '0000010001';
    profiles = [odd];
    show();
    await press('Edit directory profile');
    fireEvent.click(await screen.findByLabelText(/^I declare/));
    await type('Phone number', '0000010002');
    await press('Save');
    await screen.findByText('Phone number must be 10 digits');
    expect(writes()).toEqual([]);
    await type('Phone number', '0000010001');
    await type('Address', '2 Law Street');
    await press('Save');
    await screen.findByText('Profile update successfully!');
    const contact = { ...odd.attributes.contact, address: '2 Law Street' };
    expect(writes().map(({ body }) => body)).toEqual([{ data: { contact, declaration: true } }]);
  });

  it('says when an edit failed, and goes back to reading on cancel', async () => {
    server.responses['PUT /api/lawyers/9'] = failure(500, 'down');
    show();
    await press('Edit directory profile');
    fireEvent.click(await screen.findByLabelText(/^I declare/));
    await press('Save');
    await screen.findByText('Profile update Failed!');
    await press('Cancel');
    expect(await screen.findByText('K/1/2001')).toBeTruthy();
  });

  it('changes the picture, and adds to and removes from the gallery', async () => {
    show();
    fireEvent.change(await screen.findByLabelText('Change picture'), { target: { files: [picture] } });
    expect(
      screen.getByText(/^By changing these pictures you also make this declaration: I declare that these/),
    ).toBeTruthy();
    await expect.poll(() => writes().length).toBe(2);
    fireEvent.change(screen.getByLabelText('Add to gallery'), { target: { files: [picture] } });
    await expect.poll(() => writes().length).toBe(4);
    await expect
      .poll(() => screen.getByRole('button', { name: 'Remove picture 1' }).getAttribute('aria-disabled'))
      .toBeNull();
    await press('Remove picture 1');
    await expect.poll(() => writes().length).toBe(5);
    expect(writes().map(({ call, body }) => [call, body])).toEqual([
      ['POST /api/upload', null],
      ['PUT /api/lawyers/9', { data: { PrimaryImageId: 90, declaration: true } }],
      ['POST /api/upload', null],
      ['PUT /api/lawyers/9', { data: { SecondaryImageIds: [78, 79, 90], declaration: true } }],
      ['PUT /api/lawyers/9', { data: { SecondaryImageIds: [79], declaration: true } }],
    ]);
  });

  it('adds a document for staff, and removes it', async () => {
    show();
    const input = await screen.findByLabelText('Add a document');
    fireEvent.change(input, { target: { files: [new File(['a'], 'a.gif', { type: 'image/gif' })] } });
    await screen.findByText('Only PDF, JPG and PNG files are accepted');
    expect(writes()).toEqual([]);
    const sanad = new File(['%PDF'], 'sanad.pdf', { type: 'application/pdf' });
    fireEvent.change(input, { target: { files: [sanad] } });
    await press('Remove sanad.pdf');
    await screen.findByText('Document removed');
    await expect.poll(() => screen.queryByText('sanad.pdf')).toBeNull();
    expect(writes().map(({ call }) => call)).toEqual([
      'POST /api/directory/own/evidence',
      'DELETE /api/directory/own/evidence/e1',
    ]);
  });

  it('rejects a picture of another type before it is uploaded', async () => {
    show();
    const drawing = new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' });
    fireEvent.change(await screen.findByLabelText('Change picture'), { target: { files: [drawing] } });
    await screen.findByText('Only png, jpeg, jpg and gif images are accepted');
    expect(writes()).toEqual([]);
  });

  it('creates the profile of an interrupted registration', async () => {
    profiles = [];
    show(6);
    await screen.findByText(/^Your registration is not complete/);
    fireEvent.change(await screen.findByLabelText('Firm Image'), { target: { files: [picture] } });
    await type('Name of the Firm', 'Rao & Co');
    await type('Sub title or Tagline', 'Since 2001');
    await type('License', 'F/1');
    const date = screen.getByLabelText('Established in');
    fireEvent.mouseDown(date);
    fireEvent.change(date, { target: { value: '15/08/2001' } });
    fireEvent.blur(date);
    await type('Professional Email', 'desk@rao.example');
    await type('Phone number', '9876543211');
    await type('Address', '1 Law Street');
    await type('Website link', 'rao.example');
    await type('Profile Details', 'Us.');
    fireEvent.click(screen.getByLabelText(/^I declare/));
    await press('Create profile');
    await expect
      .poll(() => writes().map(({ call }) => call))
      .toEqual(['POST /api/upload', 'POST /api/firms']);
    expect(writes()[1]).toMatchObject({
      body: { data: { users_permissions_user: 7, SubCategory2: '1', PrimaryImageId: 90, declaration: true } },
      authorization: 'Bearer t',
    });
  });
});
