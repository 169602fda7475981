import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';

import { site } from '@/config/site';

import { AppProvider } from './app/provider';
import { showRateLimit } from './app/rate-limit-toast';
import { AppRoutes } from './app/router';

import './index.css';

// Dialogs lock the page's scrolling with an injected style, which the page's policy must allow.
if (site.nonce) setNonce(site.nonce);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

showRateLimit();

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <AppProvider>
        <AppRoutes />
      </AppProvider>
    </BrowserRouter>
  </StrictMode>,
);
